'use strict'

const express = require('express')
const Koa = require('koa')
const bufferedRender = require('buffered-render')
const { PAGES, VIEWS } = require('./pages')

/** So little that the pages asked for again and again do not all find room. */
const memo = '4mb'

/**
 * An app of each framework that answers `/<page>/<n>`, with its errors reported.
 *
 * @type {Record<string, (on: { error: (error: Error) => void, reset: () => void }) => { listener: Function, renderer: object }>}
 */
const apps = { express: createExpress, koa: createKoa }

function createExpress (on) {
  const pages = bufferedRender({ memo })
  const app = express().set('views', VIEWS).set('view engine', 'ejs')
  app.use(pages)
  app.get('/:page/:n', ({ params }, res) => {
    const { view, data } = PAGES[params.page]
    res.render(view, data(Number(params.n)))
  })
  app.use((error, req, res, next) => {
    on.error(error)
    next(error)
  })
  return { listener: app, renderer: pages.renderer }
}

function createKoa (on) {
  const pages = bufferedRender({ memo, views: VIEWS, extension: 'ejs' })
  const app = new Koa()
  app.use(pages)
  app.use((ctx) => {
    const [, page, n] = ctx.path.split('/')
    const { view, data } = PAGES[page]
    return ctx.render(view, data(Number(n)))
  })
  // Koa, unlike Express, says so when a client resets its connection, as those here do that hang up.
  app.on('error', (error) => error.code === 'ECONNRESET' ? on.reset() : on.error(error))
  return { listener: app.callback(), renderer: pages.renderer }
}

module.exports = { apps }
