'use strict'

const { dialects } = require('../../lib/dialects')
const { dialectPages, sharedPages } = require('../pages')

/**
 * Renderers of one page that are compared: all must render the same page as the first. Expected is the lowest ratio of our speed to
 * that of the fastest other renderer.
 *
 * @typedef {{ name: string, title: string, group: string, page: import('../pages').Page & { title: string }, renderers: string[], expected?: number }} Contest
 */

/** Other projects, and this library for the views of two of them and for its html tag. */
const RENDERERS = [
  'ejs', 'pug', 'handlebars', 'eta', 'ghtml', '@kitajs/html', 'hono',
  'buffered-render, ejs', 'buffered-render, pug', 'buffered-render, html'
]

const shared = (name, title, page, expected) => ({
  name, title: `rendering, ${title}`, group: 'rendering', page: { title, ...page }, renderers: RENDERERS, expected
})

const translated = (name, title, page) => ({
  name, title: `${name}, ${title}`, group: 'dialects', page: { title, ...page }, renderers: [name, `buffered-render, ${name}`], expected: 1
})

/** @type {Contest[]} */
module.exports = [
  shared('render-fortunes', 'Fortunes', sharedPages.fortunes, 1),
  shared('render-article', 'shared article', sharedPages.article, 1.2),
  shared('render-article-chinese', 'shared article, Chinese', sharedPages['article-chinese'], 1.2),
  shared('render-article-long', 'long shared article', sharedPages['article-long'], 2),
  ...dialects.flatMap(({ name }) => Object.entries(dialectPages).map(([title, page]) => translated(name, `translated ${title}`, page)))
]
