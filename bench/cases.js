'use strict'

const article = require('./pages/article')
const fortunes = require('./pages/fortunes')
const listing = require('./pages/listing')

const VARIANTS = ['stock', 'buffered-render', 'prebuilt']

/**
 * What is measured: a page, and the variants that serve it.
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {string} view a view name, looked up in `views/`
 * @property {(n: number) => object} data the locals of the request with this counter
 * @property {string[]} variants names of `variants.js`, `stock` among them
 */

/** @type {Case[]} */
const cases = [
  { name: 'fortunes', view: 'fortunes', data: fortunes, variants: VARIANTS },
  { name: 'article', view: 'article/page', data: article.english, variants: VARIANTS },
  { name: 'article-chinese', view: 'article-chinese/page', data: article.chinese, variants: VARIANTS },
  { name: 'listing', view: 'listing', data: listing, variants: VARIANTS }
]

module.exports = cases
