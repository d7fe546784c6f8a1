'use strict'

const { createRenderer, html } = require('buffered-render')
const { byName } = require('../../lib/dialects')
const { Views } = require('../../lib/views')
const { readTexts } = require('../pages/shared')
const tagged = require('../views/shared/tags/tagged')
const engines = require('./engines')

const OURS = 'buffered-render, '

/**
 * Renders a page to bytes.
 *
 * @callback Render
 * @param {object} locals an object of this render's own
 * @returns {Buffer | Promise<Buffer>}
 */

/**
 * What renders a page: an engine, a tag or what JSX is compiled to, each of them
 * followed by `Buffer.from`; and this library in the way that its middleware does
 * for a request.
 *
 * @type {Record<string, (page: import('./contests').Page) => Render>}
 */
const renderers = {
  ghtml: (page) => toBytes(viewOf(require('../views/shared/tags/ghtml'), page)),
  '@kitajs/html': (page) => toBytes(viewOf(require('../views/shared/tags/kitajs'), page)),
  // What Hono's tag gives is a String object.
  hono (page) {
    const view = viewOf(tagged(require('hono/html').html), page)
    return (locals) => Buffer.from(view(locals).toString())
  },
  [`${OURS}html`] (page) {
    const view = viewOf(tagged(html), page)
    return (locals) => bodyOf(view(locals))
  }
}

for (const language of Object.keys(engines)) {
  renderers[language] = (page) => {
    const { folders, extension, engine } = setUp(language, page)
    return toBytes(engine.prepare(new Views(folders).find(page.view, extension)))
  }

  renderers[OURS + language] = (page) => {
    const { folders, extension, engine: { instance = language, options } } = setUp(language, page)
    const renderer = createRenderer({ views: folders, extension, engines: { [extension]: instance }, engineOptions: options, cache: true })
    return (locals) => {
      const rendered = renderer.page(page.view, locals)
      return rendered instanceof Promise ? rendered.then(bodyOf) : bodyOf(rendered)
    }
  }
}

function setUp (language, page) {
  const { extensions: [extension] } = byName(language)
  const folders = page.foldersOf(language)
  return { folders, extension, engine: engines[language](folders) }
}

function viewOf (views, { view, foldersOf }) {
  const [, texts] = foldersOf('tags')
  return views[view](readTexts(texts))
}

/**
 * @param {import('../../lib/template/rendered').Rendered} rendered
 * @returns {Buffer} its bytes
 */
function bodyOf (rendered) {
  return rendered.toBuffer()
}

function toBytes (render) {
  return (locals) => Buffer.from(render(locals))
}

/**
 * @param {string} renderer a name
 * @returns {string} the language of its views, which settles how it escapes
 */
function languageOf (renderer) {
  return renderer.startsWith(OURS) ? renderer.slice(OURS.length) : renderer
}

module.exports = { languageOf, renderers }
