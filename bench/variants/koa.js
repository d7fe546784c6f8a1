'use strict'

const views = require('@ladjs/koa-views')
const Koa = require('koa')
const compress = require('koa-compress')
const conditional = require('koa-conditional-get')
const { default: etag } = require('koa-etag')
const bufferedRender = require('buffered-render')
const { createCounter } = require('../counters')
const { viewFolders } = require('./views')

/** What Koa calls a client that hangs up, as the load generator does when its turn ends. */
const HANG_UPS = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']

/** As it comes, and with the middleware for conditional requests in the order that the README of koa-etag asks for. */
const renderers = {
  'koa-plain': (page) => renderPages(addViews(new Koa(), page), page),
  'koa-plain-compress': (page) => renderPages(addViews(new Koa().use(compress()), page), page),
  koa: (page) => renderPages(addViews(validate(new Koa()), page), page),
  'koa-compress': (page) => renderPages(addViews(validate(new Koa().use(compress())), page), page),
  'koa-buffered-render': (page) => renderPages(new Koa().use(bufferedRender({ views: viewFolders(page, 'ejs'), extension: 'ejs' })), page)
}

function validate (app) {
  return app.use(conditional()).use(etag())
}

function addViews (app, page) {
  const folders = viewFolders(page, 'ejs')
  // Koa has no view cache that production turns on: without the option, every request would compile its view.
  return app.use(views(folders[0], { extension: 'ejs', options: { cache: true, views: folders } }))
}

function renderPages (app, page) {
  const { view, data } = page
  const next = createCounter(page)
  app.use((ctx) => ctx.render(view, data(ctx.path === '/' ? next() : Number(ctx.path.slice(1)))))
  app.on('error', (error) => { if (!HANG_UPS.includes(error.code)) app.onerror(error) })
  return app.callback()
}

/** @type {Record<string, import('../variants').Variant>} */
module.exports = renderers
