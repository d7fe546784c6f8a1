'use strict'

const { dialects } = require('../../lib/dialects')
const { dialectPages, sharedPages } = require('../pages')

/**
 * Renderers of one page that are compared: all must render the same page as the first.
 *
 * @typedef {{ name: string, title: string, group: string, page: import('../pages').Page & { title: string }, renderers: string[] }} Contest
 */

/** Other projects, and this library for the views of two of them and for its html tag. */
const RENDERERS = [
  'ejs', 'pug', 'handlebars', 'eta', 'ghtml', '@kitajs/html', 'hono',
  'buffered-render, ejs', 'buffered-render, pug', 'buffered-render, html'
]

const shared = (name, title, page) => ({ name, title: `rendering, ${title}`, group: 'rendering', page: { title, ...page }, renderers: RENDERERS })

const translated = (name, title, page) => {
  return { name, title: `${name}, ${title}`, group: 'dialects', page: { title, ...page }, renderers: [name, `buffered-render, ${name}`] }
}

/** @type {Contest[]} */
module.exports = [
  shared('render-fortunes', 'Fortunes', sharedPages.fortunes),
  shared('render-article', 'shared article', sharedPages.article),
  ...dialects.flatMap(({ name }) => Object.entries(dialectPages).map(([title, page]) => translated(name, `translated ${title}`, page)))
]
