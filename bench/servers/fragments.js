'use strict'

const { createCounter } = require('../counters')
const { PRODUCTS } = require('../pages/locals')
const { UNHELD } = require('./unheld')

/** Longer than a run: fragments are loaded once. */
const TTL = 3_600_000

/** The member's page with cached fragments, see `memberPage` in `pages/index.js`. */
module.exports = {
  'cached-rows': {
    title: 'Express, buffered-render, EJS, rows cached',
    language: 'ejs',
    create: (page) => createApp(page, (cached) => {
      const row = cached('row', { view: 'member/product', ttl: TTL }, async (i) => ({ product: PRODUCTS[i] }))
      return async (res, { products, ...locals }) => {
        res.render('member/with-rows', { ...locals, rows: await Promise.all(products.map((_, i) => row(i))) })
      }
    })
  },
  'cached-listing': {
    title: 'Express, buffered-render, EJS, listing cached',
    language: 'ejs',
    create: (page) => createApp(page, (cached) => {
      const grid = cached('grid', { view: 'member/grid', ttl: TTL }, async () => ({ products: PRODUCTS }))
      return async (res, { products, ...locals }) => {
        res.render('member/with-grid', { ...locals, grid: await grid() })
      }
    })
  }
}

/** @param {(cached: Function) => (res: object, locals: object) => Promise<void>} define gives what answers a request */
function createApp (page, define) {
  const app = require('express')()
  const pages = require('buffered-render')({ ...UNHELD, views: page.foldersOf('ejs'), extension: 'ejs' })
  const answer = define(pages.renderer.cached.bind(pages.renderer))
  const next = createCounter(page)
  app.use(pages)
  app.get('/', (req, res) => answer(res, page.data(next())))
  app.get('/:n', (req, res) => answer(res, page.data(Number(req.params.n))))
  return app
}
