'use strict'

const { createCounter } = require('../counters')
const { peer, requirePeer } = require('../peer')

/** Koa's errors for clients that disconnect, as the load generator does at the end of its turn. */
const HANG_UPS = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']

const compress = () => require('koa-compress')()
/** Middleware for conditional requests, in the order of koa-etag's README. */
const validators = () => [require('koa-conditional-get')(), require('koa-etag').default()]

module.exports = {
  koa: peer('Koa, EJS, koa-etag', (page) => renderPages(page, ...validators(), views(page))),
  'koa-compress': peer('Koa, EJS, koa-etag, koa-compress', (page) => renderPages(page, compress(), ...validators(), views(page))),
  'koa-buffered-render': peer('Koa, buffered-render, EJS', (page) => {
    return renderPages(page, require('buffered-render')({ views: page.foldersOf('ejs'), extension: 'ejs' }))
  }),
  'koa-plain': peer('Koa, EJS', (page) => renderPages(page, views(page))),
  'koa-plain-compress': peer('Koa, EJS, koa-compress', (page) => renderPages(page, compress(), views(page)))
}

/** Koa has no view cache in production: without the option, every request compiles its view. */
function views (page) {
  const folders = page.foldersOf('ejs')
  return requirePeer('@ladjs/koa-views')(folders[0], { extension: 'ejs', options: { cache: true, views: folders } })
}

function renderPages (page, ...middleware) {
  const Koa = require('koa')
  const app = new Koa()
  for (const each of middleware) app.use(each)
  const next = createCounter(page)
  app.use((ctx) => ctx.render(page.view, page.data(ctx.path === '/' ? next() : Number(ctx.path.slice(1)))))
  app.on('error', (error) => { if (!HANG_UPS.includes(error.code)) app.onerror(error) })
  return app.callback()
}
