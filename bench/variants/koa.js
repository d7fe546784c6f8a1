'use strict'

const path = require('node:path')
const views = require('@ladjs/koa-views')
const Koa = require('koa')
const compress = require('koa-compress')
const conditional = require('koa-conditional-get')
const { default: etag } = require('koa-etag')
const bufferedRender = require('buffered-render')
const { createCounter } = require('../counters')

const VIEWS = path.join(__dirname, '../views')

/** What Koa calls a client that hangs up, as the load generator does when its turn ends. */
const HANG_UPS = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']

/** The middleware in the order that the README of koa-etag asks for. */
const renderers = {
  koa: (page) => renderPages(validate(new Koa()), page),
  'koa-compress': (page) => renderPages(validate(new Koa().use(compress())), page),
  'koa-buffered-render': (page) => renderPages(new Koa().use(bufferedRender({ views: VIEWS, extension: 'ejs' })), page)
}

function validate (app) {
  // Koa has no view cache that production turns on: without the option, every request would compile its view.
  return app.use(conditional()).use(etag()).use(views(VIEWS, { extension: 'ejs', options: { cache: true } }))
}

function renderPages (app, page) {
  const { view, data } = page
  const next = createCounter(page)
  app.use((ctx) => ctx.render(view, data(ctx.path === '/' ? next() : Number(ctx.path.slice(1)))))
  app.on('error', (error) => { if (!HANG_UPS.includes(error.code)) app.onerror(error) })
  return app.callback()
}

/** @type {Record<string, import('.').Variant>} */
module.exports = renderers
