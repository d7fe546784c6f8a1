'use strict'

const { dialects } = require('../../lib/dialects')
const { dialectPages, sharedPages } = require('../pages')

/**
 * Renderers of one page that are compared.
 *
 * @typedef {object} Contest
 * @property {string} name for `--only`
 * @property {string} title for progress and errors; unique
 * @property {string} group
 * @property {import('../pages').Page & { title: string }} page
 * @property {string[]} renderers of `renderers.js`; all must render the same page as the first
 * @property {number} [expected] lowest ratio of our speed to that of the fastest other renderer
 */

/** Other projects, and this library for the views of two of them and for its html tag. */
const RENDERERS = [
  'ejs', 'pug', 'handlebars', 'eta', 'ghtml', '@kitajs/html', 'hono',
  'buffered-render, ejs', 'buffered-render, pug', 'buffered-render, html'
]

const shared = (name, title, page, expected) => ({
  name, title: `rendering, ${title}`, group: 'rendering', page: { title, ...page }, renderers: RENDERERS, expected
})

/** @type {Contest[]} */
module.exports = [
  shared('render-fortunes', 'Fortunes', sharedPages.fortunes, 1),
  shared('render-article', 'article, ASCII', sharedPages.article, 1.2),
  shared('render-article-chinese', 'article, Chinese', sharedPages['article-chinese'], 1.2),
  shared('render-article-long', 'long article, ASCII', sharedPages['article-long'], 2),
  ...dialects.flatMap(({ name }) => Object.entries(dialectPages).map(([title, page]) => ({
    name, title: `${name}, ${title}`, group: 'dialects', page: { title, ...page }, renderers: [name, `buffered-render, ${name}`], expected: 1
  })))
]
