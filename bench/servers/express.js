'use strict'

const { createCounter } = require('../counters')
const { PRODUCTS } = require('../pages/locals')
const { tagged, viewOf } = require('../pages/tags')
const { peer } = require('../peer')
const { createQuery } = require('./database')
const { prebuild } = require('./prebuild')

const ours = (options) => require('buffered-render')(options)
const compression = () => require('compression')()

/** Longer than a run: fragments are loaded once. */
const TTL = 3_600_000

module.exports = {
  express: peer('Express, EJS', (page) => renderPages(createApp(page), page)),
  'express-compression': peer('Express, EJS, compression', (page) => renderPages(createApp(page).use(compression()), page)),
  'buffered-render': peer('Express, buffered-render, EJS', (page) => renderPages(createApp(page).use(ours()), page)),
  streamed: peer('Express, buffered-render, EJS, streamed', (page) => {
    return answerPages(createApp(page).use(ours()), page, (res, locals) => res.renderStream(page.view, locals))
  }),

  'express-traced': peer('Express, EJS, traced', (page) => renderPages(trace(createApp(page)), page)),
  traced: peer('Express, buffered-render, EJS, traced', (page) => {
    // Load the module before the patches.
    const bufferedRender = require('buffered-render')
    return renderPages(trace(createApp(page)).use(bufferedRender()), page)
  }),
  'express-session': peer('Express, EJS, express-session', (page) => renderPages(createApp(page).use(sessions()), page)),
  session: peer('Express, buffered-render, EJS, express-session', (page) => renderPages(createApp(page).use(sessions(), ours()), page)),

  'express-database': peer('Express, EJS, PostgreSQL', (page) => queryPages(createApp(page), page)),
  database: peer('Express, buffered-render, EJS, PostgreSQL', (page) => queryPages(createApp(page).use(ours()), page)),

  'cached-rows': peer('Express, buffered-render, EJS, rows cached', (page) => cacheFragments(page, (renderer) => {
    const row = renderer.cached('row', { view: 'member/product', ttl: TTL }, async (i) => ({ product: PRODUCTS[i] }))
    return async (res, { products, ...locals }) => {
      res.render('member/with-rows', { ...locals, rows: await Promise.all(products.map((_, i) => row(i))) })
    }
  })),
  'cached-listing': peer('Express, buffered-render, EJS, listing cached', (page) => cacheFragments(page, (renderer) => {
    const grid = renderer.cached('grid', { view: 'member/grid', ttl: TTL }, async () => ({ products: PRODUCTS }))
    return async (res, { products, ...locals }) => res.render('member/with-grid', { ...locals, grid: await grid() })
  })),

  // Upper limits: Express without rendering, encoding or hashing.
  prebuilt: peer('Express, prebuilt', (page) => sendPages(page)),
  'prebuilt-string': peer('Express, prebuilt string', (page) => sendPages(page, { send: (req, res, { text }) => res.send(text) })),
  'prebuilt-gzip': peer('Express, prebuilt gzip', (page) => sendPages(page, { isGzip: true })),

  'express-pug': peer('Express, Pug', (page) => renderPages(createPugApp(page), page), 'pug'),
  'buffered-render-pug': peer('Express, buffered-render, Pug', (page) => renderPages(createPugApp(page).use(ours()), page), 'pug'),
  'express-html': peer('Express, buffered-render, html tag', (page) => {
    const view = viewOf(tagged(require('buffered-render').html), page)
    return answerPages(require('express')().use(ours()), page, (res, locals) => res.send(view(locals)))
  }, 'html')
}

function createApp (page, language = 'ejs', extension = language) {
  return require('express')().set('views', page.foldersOf(language)).set('view engine', extension)
}

function createPugApp (page) {
  const app = createApp(page, 'pug')
  app.locals.basedir = page.foldersOf('pug')[1]
  return app
}

const renderPages = (app, page) => answerPages(app, page, (res, locals) => res.render(page.view, locals))

function answerPages (app, page, answer) {
  const next = createCounter(page)
  app.get('/', (req, res) => answer(res, page.data(next())))
  app.get('/:n', (req, res) => answer(res, page.data(Number(req.params.n))))
  return app
}

/** Asks PostgreSQL for the rows of each page. */
function queryPages (app, page) {
  const query = createQuery()
  return answerPages(app, page, async (res, locals) => res.render(page.view, { ...locals, fortunes: await query(locals.fortunes) }))
}

/**
 * Serves the member's page with cached fragments, see `memberPage` in `pages/index.js`.
 *
 * @param {(renderer: object) => (res: object, locals: object) => Promise<void>} define gives what answers a request
 */
function cacheFragments (page, define) {
  const pages = ours({ views: page.foldersOf('ejs'), extension: 'ejs' })
  return answerPages(require('express')().use(pages), page, define(pages.renderer))
}

/** Patches the same methods as tracers, as `shimmer` does. */
function trace (app) {
  const { ServerResponse } = require('node:http')
  for (const [holder, names] of [[ServerResponse.prototype, ['writeHead', 'end']], [require('express').response, ['render']]]) {
    for (const name of names) {
      const own = holder[name]
      holder[name] = function () { return own.apply(this, arguments) }
    }
  }
  return app
}

function sessions () {
  const session = require('express-session')
  /** A store without sessions, since the default store of the package warns in production. */
  class NoSessions extends session.Store {
    get (id, callback) { callback() }
  }
  return session({ secret: 'benchmark', resave: false, saveUninitialized: false, store: new NoSessions() })
}

async function sendPages (page, { send = sendBody, isGzip = false } = {}) {
  const prebuilt = await prebuild(page, { isGzip })
  const app = require('express')()
  app.get('/', (req, res) => send(req, res, prebuilt()))
  app.get('/:n', (req, res) => send(req, res, prebuilt(Number(req.params.n))))
  return app
}

function sendBody (req, res, { body, headers }) {
  for (const name in headers) res.setHeader(name, headers[name])
  res.end(body)
}
