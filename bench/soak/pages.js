'use strict'

const path = require('node:path')
const article = require('../pages/article')
const fortunes = require('../pages/fortunes')
const listing = require('../pages/listing')

const VIEWS = path.join(__dirname, '../views')

/**
 * The pages of the run by name: `/<name>/<n>` is the page of the counter n.
 *
 * @type {Record<string, { view: string, data: (n: number) => object }>}
 */
const PAGES = {
  fortunes: { view: 'fortunes', data: fortunes },
  article: { view: 'article/page', data: article.english },
  'article-chinese': { view: 'article-chinese/page', data: article.chinese },
  listing: { view: 'listing', data: listing }
}

module.exports = { PAGES, VIEWS }
