'use strict'

const article = require('./pages/article')
const fortunes = require('./pages/fortunes')
const listing = require('./pages/listing')

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
 * @property {Variants} variants
 * @property {Expected} expected what the project promises
 */

/**
 * Names of `variants/`.
 *
 * @typedef {object} Variants
 * @property {string} baseline the framework as it comes; its page is what all have to send
 * @property {string} ours
 * @property {string} [limit] a page made in advance
 */

/**
 * @typedef {object} Expected
 * @property {number} [baseline] ours is at least so many times as fast
 * @property {number} [limit] likewise
 * @property {number} [size] ours has at most so many times the bytes of zlib at level 6
 */

const GZIP = { 'Accept-Encoding': 'gzip' }
const BROTLI = { 'Accept-Encoding': 'br' }

const EXPRESS = { baseline: 'stock', ours: 'buffered-render', limit: 'prebuilt' }
const EXPRESS_COMPRESSION = { baseline: 'stock-compression', ours: 'buffered-render', limit: 'prebuilt-compression' }
const EXPRESS_FRESH = { baseline: 'stock', ours: 'buffered-render', limit: 'prebuilt-fresh' }
const KOA = { baseline: 'koa', ours: 'koa-buffered-render' }
const KOA_COMPRESS = { baseline: 'koa-compress', ours: 'koa-buffered-render' }

const ARTICLE = { view: 'article/page', data: article.english }
const LISTING = { view: 'listing', data: listing }

/** @type {Case[]} */
const cases = [
  {
    name: 'fortunes',
    title: 'fortunes',
    group: 'identity',
    view: 'fortunes',
    data: fortunes,
    headers: {},
    variants: EXPRESS,
    expected: { baseline: 2, limit: 0.7 }
  },
  {
    name: 'article',
    title: 'article',
    group: 'identity',
    ...ARTICLE,
    headers: {},
    variants: EXPRESS,
    expected: { baseline: 2.2, limit: 0.7 }
  },
  {
    name: 'article-chinese',
    title: 'article-chinese',
    group: 'identity',
    view: 'article-chinese/page',
    data: article.chinese,
    headers: {},
    variants: EXPRESS,
    expected: { baseline: 2.4, limit: 0.7 }
  },
  {
    name: 'listing',
    title: 'listing',
    group: 'identity',
    ...LISTING,
    headers: {},
    variants: EXPRESS,
    expected: { limit: 0.7 }
  },
  {
    name: 'article-gzip',
    title: 'article, gzip',
    group: 'gzip',
    ...ARTICLE,
    headers: GZIP,
    variants: EXPRESS_COMPRESSION,
    expected: { baseline: 5, limit: 3, size: 1.3 }
  },
  {
    name: 'listing-gzip',
    title: 'listing, gzip',
    group: 'gzip',
    ...LISTING,
    headers: GZIP,
    variants: EXPRESS_COMPRESSION,
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
    variants: EXPRESS_FRESH,
    expected: { baseline: 2.5 }
  },
  {
    name: 'article-rotation',
    title: 'article, 100 in rotation, br',
    group: 'rotation',
    ...ARTICLE,
    pages: 100,
    headers: BROTLI,
    variants: EXPRESS_COMPRESSION,
    expected: { baseline: 8 }
  },
  {
    name: 'article-koa',
    title: 'article (Koa)',
    group: 'koa',
    ...ARTICLE,
    headers: {},
    variants: KOA,
    expected: {}
  },
  {
    name: 'article-gzip-koa',
    title: 'article, gzip (Koa)',
    group: 'koa',
    ...ARTICLE,
    headers: GZIP,
    variants: KOA_COMPRESS,
    expected: { size: 1.3 }
  },
  {
    name: 'article-revalidation-koa',
    title: 'article, 304 (Koa)',
    group: 'koa',
    ...ARTICLE,
    pages: 1,
    headers: {},
    revalidates: true,
    variants: KOA,
    expected: {}
  }
]

module.exports = cases
