'use strict'

const article = require('../pages/article')
const listing = require('../pages/listing')

/**
 * The views that each language has, and the locals of the page with a counter.
 *
 * @type {Record<string, (n: number) => object>}
 */
module.exports = { article: article.english, listing }
