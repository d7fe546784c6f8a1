'use strict'

const path = require('node:path')
const { dialects } = require('../../lib/dialects')
const article = require('../pages/article')
const listing = require('../pages/listing')
const shared = require('../pages/shared')

const VIEWS = path.join(__dirname, '../views')

/**
 * Renderers of one page that are measured beside each other.
 *
 * @typedef {object} Contest
 * @property {string} name what `--only` takes
 * @property {string} title what the progress and errors say; no other has it
 * @property {string} group
 * @property {Page} page
 * @property {string[]} renderers of `renderers.js`; the first renders what all have to render
 * @property {number} [expected] how many times as fast as the fastest of the others ours is to be at least
 */

/**
 * @typedef {object} Page
 * @property {string} title
 * @property {string} view
 * @property {(n: number) => object} data the locals of the page with this counter
 * @property {string} [texts] see `pages/shared.js`
 * @property {(language: string) => [views: string, texts: string]} foldersOf
 */

/** Views of each language that use what it has for layouts, partials and conditions. */
const OWN = [
  { title: 'article', view: 'article', data: article.english },
  { title: 'listing', view: 'listing', data: listing }
].map((page) => ({
  ...page,
  // The listing in EJS is that of the pages.
  foldersOf: (language) => [path.join(VIEWS, 'dialects', language), VIEWS]
}))

/** Those of the other projects, and ours for the views of two of them and for its tag. */
const RENDERERS = [
  'ejs', 'pug', 'handlebars', 'eta', 'ghtml', '@kitajs/html', 'hono',
  'buffered-render, ejs', 'buffered-render, pug', 'buffered-render, html'
]

const SHARED = [
  { name: 'render-fortunes', title: 'Fortunes', page: 'fortunes', expected: 1 },
  { name: 'render-article', title: 'article, ASCII', page: 'article', expected: 1.2 },
  { name: 'render-article-chinese', title: 'article, Chinese', page: 'article-chinese', expected: 1.2 },
  { name: 'render-article-long', title: 'long article, ASCII', page: 'article-long', expected: 2 }
]

/** @type {Contest[]} */
const contests = [
  ...SHARED.map(({ name, title, page, expected }) => ({
    name,
    title: `rendering, ${title}`,
    group: 'rendering',
    page: { title, ...shared.pages[page], foldersOf: (language) => shared.foldersOf(language, shared.pages[page]) },
    renderers: RENDERERS,
    expected
  })),
  ...dialects.flatMap(({ name }) => OWN.map((page) => ({
    name,
    title: `${name}, ${page.title}`,
    group: 'dialects',
    page,
    renderers: [name, `buffered-render, ${name}`],
    expected: 1
  })))
]

module.exports = contests
