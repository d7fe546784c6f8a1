'use strict'

const { dialects } = require('../../lib/dialects')
const { dialectPages, sharedPages } = require('../pages')

/**
 * Renderers of one page that are measured beside each other.
 *
 * @typedef {object} Contest
 * @property {string} name what `--only` takes
 * @property {string} title what the progress and errors say; no other has it
 * @property {string} group
 * @property {import('../pages').Page & { title: string }} page
 * @property {string[]} renderers of `renderers.js`; the first renders what all have to render
 * @property {number} [expected] how many times as fast as the fastest of the others ours is to be at least
 */

/** Those of the other projects, and ours for the views of two of them and for its tag. */
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
