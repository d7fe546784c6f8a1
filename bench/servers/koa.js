'use strict'

const { createCounter } = require('../counters')
const { requirePeer } = require('../peer')

const EJS = { language: 'ejs' }

/** Koa's errors for clients that disconnect, as the load generator does at the end of its turn. */
const HANG_UPS = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']

const compress = () => require('koa-compress')()
/** Middleware for conditional requests, in the order of koa-etag's README. */
const validators = () => [require('koa-conditional-get')(), require('koa-etag').default()]

/** @type {Record<string, import('../servers').Peer<import('../servers').Server>>} */
module.exports = {
  koa: { ...EJS, title: 'Koa, EJS, koa-etag', create: (page) => renderPages(page, [...validators(), views(page)]) },
  'koa-compress': {
    ...EJS,
    title: 'Koa, EJS, koa-etag, koa-compress',
    create: (page) => renderPages(page, [compress(), ...validators(), views(page)])
  },
  'koa-buffered-render': {
    ...EJS,
    title: 'Koa, buffered-render, EJS',
    create: (page) => renderPages(page, [require('buffered-render')({ views: page.foldersOf('ejs'), extension: 'ejs' })])
  },
  'koa-plain': { ...EJS, title: 'Koa, EJS', create: (page) => renderPages(page, [views(page)]) },
  'koa-plain-compress': { ...EJS, title: 'Koa, EJS, koa-compress', create: (page) => renderPages(page, [compress(), views(page)]) }
}

/** Koa has no view cache in production: without the option, every request compiles its view. */
function views (page) {
  const folders = page.foldersOf('ejs')
  return requirePeer('@ladjs/koa-views')(folders[0], { extension: 'ejs', options: { cache: true, views: folders } })
}

function renderPages (page, middleware) {
  const Koa = require('koa')
  const app = new Koa()
  for (const each of middleware) app.use(each)
  const { view, data } = page
  const next = createCounter(page)
  app.use((ctx) => ctx.render(view, data(ctx.path === '/' ? next() : Number(ctx.path.slice(1)))))
  app.on('error', (error) => { if (!HANG_UPS.includes(error.code)) app.onerror(error) })
  return app.callback()
}
