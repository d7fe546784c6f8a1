'use strict'

const path = require('node:path')
const { createRenderer } = require('buffered-render')
const article = require('./article')
const fortunes = require('./fortunes')
const listing = require('./listing')

/** Where the views of the pages are, and what they are written in. */
const VIEWS = { views: path.join(__dirname, '../views'), extension: 'ejs', cache: true }

/**
 * A view by the name of its page, and the locals of the page with a counter.
 *
 * @type {Record<string, { view: string, data: (n: number) => object }>}
 */
const PAGES = {
  fortunes: { view: 'fortunes', data: fortunes },
  article: { view: 'article/page', data: article.english },
  'article-chinese': { view: 'article-chinese/page', data: article.chinese },
  listing: { view: 'listing', data: listing }
}

const renderer = createRenderer(VIEWS)

/**
 * @param {string} name of a page
 * @param {number} count
 * @returns {import('../../lib/template/rendered').Rendered[]} the page with the counters from 1 on
 */
function renderPages (name, count) {
  const { view, data } = PAGES[name]
  return Array.from({ length: count }, (_, i) => renderer.page(view, data(i + 1)))
}

module.exports = { PAGES, VIEWS, renderPages }
