'use strict'

const { ejsPages: ejs, sharedPages: shared } = require('./pages')

/**
 * What is measured: a page, what its requests ask for, and who serves it.
 *
 * @typedef {import('./pages').Page & Measure} Case
 *
 * @typedef {object} Measure
 * @property {string} name
 * @property {string} title what the table says
 * @property {string} group the cases that `--only` takes together
 * @property {number} [pages] the requests ask for so many pages in turn; without it each asks for another
 * @property {Record<string, string>} headers of every request; every answer has to be in the coding
 *   that `Accept-Encoding` names, or in none
 * @property {boolean} [revalidates] the requests are conditional, with the entity tag of the server's own page
 * @property {string[]} variants of `servers.js`, in the order of the table
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

/** @type {Case[]} */
module.exports = [
  ...inGroup('identity', [
    ['fortunes', 'Fortunes', ejs.fortunes, EXPRESS, { expected: { baseline: 2, limit: 0.7 } }],
    ['article', 'article, ASCII', ejs.article, EXPRESS, { expected: { baseline: 2.2, limit: 0.7 } }],
    ['article-chinese', 'article, Chinese', ejs['article-chinese'], EXPRESS, { expected: { baseline: 2.4, limit: 0.7 } }],
    ['listing', 'listing of 100 rows', ejs.listing, EXPRESS, { expected: { limit: 0.7 } }]
  ]),
  ...inGroup('apps', [
    ['fortunes-unheld', 'Fortunes, without held writes', ejs.fortunes, EXPRESS_UNHELD],
    ['article-unheld', 'article, ASCII, without held writes', ejs.article, EXPRESS_UNHELD],
    ['article-traced', 'article, ASCII, in an app that is traced', ejs.article, EXPRESS_TRACED],
    ['article-session', 'article, ASCII, behind express-session', ejs.article, EXPRESS_SESSION]
  ]),
  ...inGroup('gzip', [
    ['article-gzip', 'article, gzip', ejs.article, EXPRESS_COMPRESSION, { headers: GZIP, expected: { baseline: 5, limit: 3, size: 1.3 } }],
    ['listing-gzip', 'listing, gzip', ejs.listing, EXPRESS_COMPRESSION, { headers: GZIP, expected: { baseline: 2 } }]
  ]),
  ...inGroup('revalidation', [
    ['article-revalidation', 'article, 304', ejs.article, EXPRESS_FRESH, { pages: 1, revalidates: true, expected: { baseline: 2.5 } }]
  ]),
  ...inGroup('rotation', [
    ['article-rotation', '100 articles in rotation, Brotli', ejs.article, EXPRESS_COMPRESSION, { pages: 100, headers: BROTLI, expected: { baseline: 8 } }]
  ]),
  ...inGroup('koa', [
    ['article-koa', 'article, Koa', ejs.article, KOA],
    ['article-gzip-koa', 'article, gzip, Koa', ejs.article, KOA_COMPRESS, { headers: GZIP, expected: { size: 1.3 } }],
    ['article-revalidation-koa', 'article, 304, Koa', ejs.article, KOA, { pages: 1, revalidates: true }]
  ]),
  ...inGroup('peers', [
    ['peers-fortunes', 'Fortunes', shared.fortunes, PEERS],
    ['peers-article', 'article, ASCII', shared.article, PEERS],
    ['peers-article-chinese', 'article, Chinese', shared['article-chinese'], PEERS],
    ['peers-article-gzip', 'article, gzip', shared.article, PEERS_COMPRESSION, { headers: GZIP }]
  ])
]

/** Without `headers` pages are sent as they are, without `expected` nothing is promised. */
function inGroup (group, cases) {
  return cases.map(([name, title, page, roles, { headers = {}, expected = {}, ...more } = {}]) => {
    return { name, title, group, ...page, headers, ...more, ...roles, expected }
  })
}

function compare (roles) {
  return { ...roles, variants: [roles.baseline, roles.ours, roles.limit].filter(Boolean) }
}
