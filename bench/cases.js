'use strict'

const article = require('./pages/article')
const fortunes = require('./pages/fortunes')
const listing = require('./pages/listing')
const shared = require('./pages/shared')

/**
 * What is measured: a page, what its requests ask for, and who serves it.
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {string} title what the table says
 * @property {string} group the cases that `--only` takes together
 * @property {string} view a view name, looked up in `views/`
 * @property {(n: number) => object} data the locals of the page with this counter
 * @property {number} [pages] the requests ask for so many pages in turn; without it each asks for another
 * @property {Record<string, string>} headers of every request; every answer has to be in the coding
 *   that `Accept-Encoding` names, or in none
 * @property {boolean} [revalidates] the requests are conditional, with the entity tag of the server's own page
 * @property {string} [texts] see `pages/shared.js`; without it the views are those in EJS alone
 * @property {string[]} variants of `variants.js`, in the order of the table
 * @property {string} baseline the variant whose page all have to send: the framework as it comes
 * @property {string} ours the variant that the others are compared with
 * @property {string} [limit] the variant that has its pages made in advance
 * @property {Expected} expected what the project promises
 */

/**
 * @typedef {object} Expected
 * @property {number} [baseline] ours is at least so many times as fast
 * @property {number} [limit] likewise
 * @property {number} [size] ours has at most so many times the bytes of zlib at level 6
 */

const GZIP = { 'Accept-Encoding': 'gzip' }
const BROTLI = { 'Accept-Encoding': 'br' }

const EXPRESS = compare({ baseline: 'stock', ours: 'buffered-render', limit: 'prebuilt' })
const EXPRESS_COMPRESSION = compare({ baseline: 'stock-compression', ours: 'buffered-render', limit: 'prebuilt-compression' })
const EXPRESS_FRESH = compare({ baseline: 'stock', ours: 'buffered-render', limit: 'prebuilt-fresh' })
const EXPRESS_UNHELD = compare({ baseline: 'stock', ours: 'unheld', limit: 'prebuilt' })
const EXPRESS_TRACED = compare({ baseline: 'stock-traced', ours: 'traced', limit: 'prebuilt' })
const EXPRESS_SESSION = compare({ baseline: 'stock-session', ours: 'session', limit: 'prebuilt' })
const KOA = compare({ baseline: 'koa', ours: 'koa-buffered-render' })
const KOA_COMPRESS = compare({ baseline: 'koa-compress', ours: 'koa-buffered-render' })

const PEERS = {
  variants: [
    'buffered-render', 'express-html', 'http-html',
    'stock', 'express-pug', 'express-handlebars', 'express-eta',
    'koa-plain', 'fastify', 'hono', 'http-ghtml', 'http-kitajs',
    'prebuilt', 'http-prebuilt'
  ],
  baseline: 'stock',
  ours: 'buffered-render'
}
const PEERS_COMPRESSION = {
  variants: [
    'buffered-render', 'express-html', 'http-html',
    'stock-compression', 'koa-plain-compress', 'hono-compress',
    'prebuilt-gzip', 'http-prebuilt-gzip'
  ],
  baseline: 'stock-compression',
  ours: 'buffered-render'
}

const ARTICLE = { view: 'article/page', data: article.english }
const LISTING = { view: 'listing', data: listing }

/** @type {Case[]} */
const cases = [
  {
    name: 'fortunes',
    title: 'Fortunes',
    group: 'identity',
    view: 'fortunes',
    data: fortunes,
    headers: {},
    ...EXPRESS,
    expected: { baseline: 2, limit: 0.7 }
  },
  {
    name: 'article',
    title: 'article, ASCII',
    group: 'identity',
    ...ARTICLE,
    headers: {},
    ...EXPRESS,
    expected: { baseline: 2.2, limit: 0.7 }
  },
  {
    name: 'article-chinese',
    title: 'article, Chinese',
    group: 'identity',
    view: 'article-chinese/page',
    data: article.chinese,
    headers: {},
    ...EXPRESS,
    expected: { baseline: 2.4, limit: 0.7 }
  },
  {
    name: 'listing',
    title: 'listing of 100 rows',
    group: 'identity',
    ...LISTING,
    headers: {},
    ...EXPRESS,
    expected: { limit: 0.7 }
  },
  {
    name: 'fortunes-unheld',
    title: 'Fortunes, without held writes',
    group: 'apps',
    view: 'fortunes',
    data: fortunes,
    headers: {},
    ...EXPRESS_UNHELD,
    expected: {}
  },
  {
    name: 'article-unheld',
    title: 'article, ASCII, without held writes',
    group: 'apps',
    ...ARTICLE,
    headers: {},
    ...EXPRESS_UNHELD,
    expected: {}
  },
  {
    name: 'article-traced',
    title: 'article, ASCII, in an app that is traced',
    group: 'apps',
    ...ARTICLE,
    headers: {},
    ...EXPRESS_TRACED,
    expected: {}
  },
  {
    name: 'article-session',
    title: 'article, ASCII, behind express-session',
    group: 'apps',
    ...ARTICLE,
    headers: {},
    ...EXPRESS_SESSION,
    expected: {}
  },
  {
    name: 'article-gzip',
    title: 'article, gzip',
    group: 'gzip',
    ...ARTICLE,
    headers: GZIP,
    ...EXPRESS_COMPRESSION,
    expected: { baseline: 5, limit: 3, size: 1.3 }
  },
  {
    name: 'listing-gzip',
    title: 'listing, gzip',
    group: 'gzip',
    ...LISTING,
    headers: GZIP,
    ...EXPRESS_COMPRESSION,
    expected: { baseline: 2 }
  },
  {
    name: 'article-revalidation',
    title: 'article, 304',
    group: 'revalidation',
    ...ARTICLE,
    pages: 1,
    headers: {},
    revalidates: true,
    ...EXPRESS_FRESH,
    expected: { baseline: 2.5 }
  },
  {
    name: 'article-rotation',
    title: '100 articles in rotation, Brotli',
    group: 'rotation',
    ...ARTICLE,
    pages: 100,
    headers: BROTLI,
    ...EXPRESS_COMPRESSION,
    expected: { baseline: 8 }
  },
  {
    name: 'article-koa',
    title: 'article, Koa',
    group: 'koa',
    ...ARTICLE,
    headers: {},
    ...KOA,
    expected: {}
  },
  {
    name: 'article-gzip-koa',
    title: 'article, gzip, Koa',
    group: 'koa',
    ...ARTICLE,
    headers: GZIP,
    ...KOA_COMPRESS,
    expected: { size: 1.3 }
  },
  {
    name: 'article-revalidation-koa',
    title: 'article, 304, Koa',
    group: 'koa',
    ...ARTICLE,
    pages: 1,
    headers: {},
    revalidates: true,
    ...KOA,
    expected: {}
  },
  {
    name: 'peers-fortunes',
    title: 'Fortunes',
    group: 'peers',
    ...shared.pages.fortunes,
    headers: {},
    ...PEERS,
    expected: {}
  },
  {
    name: 'peers-article',
    title: 'article, ASCII',
    group: 'peers',
    ...shared.pages.article,
    headers: {},
    ...PEERS,
    expected: {}
  },
  {
    name: 'peers-article-chinese',
    title: 'article, Chinese',
    group: 'peers',
    ...shared.pages['article-chinese'],
    headers: {},
    ...PEERS,
    expected: {}
  },
  {
    name: 'peers-article-gzip',
    title: 'article, gzip',
    group: 'peers',
    ...shared.pages.article,
    headers: GZIP,
    ...PEERS_COMPRESSION,
    expected: {}
  }
]

function compare (roles) {
  return { ...roles, variants: [roles.baseline, roles.ours, roles.limit].filter(Boolean) }
}

module.exports = cases
