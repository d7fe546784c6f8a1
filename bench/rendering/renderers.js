'use strict'

const { createRenderer, html } = require('buffered-render')
const { byName, dialects } = require('../../lib/dialects')
const { ViewFiles } = require('../../lib/views/view-files')
const languages = require('../languages')
const tags = require('../pages/tags')
const { requirePeer } = require('../peer')

// To load an engine is no part of a first render.
for (const dialect of dialects) require(dialect.package)

/**
 * The renderers: engines, tags and compiled JSX, each followed by `Buffer.from`; and this library, used as its
 * middleware uses it for a request. Each gets new locals for each render.
 */
const renderers = {
  ghtml: written('ghtml', (page) => toBytes(tags.viewOf(tags.ghtml(), page))),
  '@kitajs/html': written('@kitajs/html', (page) => toBytes(tags.viewOf(tags.kitajs(), page))),
  hono: written('hono', (page) => {
    const view = tags.viewOf(tags.tagged(requirePeer('hono/html').html), page)
    // Hono's tag returns a String object.
    return toBytes((locals) => view(locals).toString())
  }),
  'buffered-render, html': written('html', (page) => {
    const view = tags.viewOf(tags.tagged(html), page)
    return (locals) => bodyOf(view(locals))
  })
}

for (const language of Object.keys(languages)) {
  renderers[language] = written(language, (page) => renderByEngine(language, page))
  renderers[`buffered-render, ${language}`] = written(language, (page) => renderByOurs(language, page))
}

function written (language, create) {
  return { language, create }
}

function renderByEngine (language, page) {
  const { folders, extension, engine } = setUp(language, page)
  return toBytes(engine.prepare(new ViewFiles(folders).find(page.view, extension)))
}

function renderByOurs (language, page) {
  const { folders, extension, engine: { instance = language, options } } = setUp(language, page)
  const renderer = createRenderer({ views: folders, extension, engines: { [extension]: instance }, engineOptions: options, cache: true })
  const render = (locals) => {
    const rendered = renderer.folderViews.render(page.view, locals)
    return rendered instanceof Promise ? rendered.then(bodyOf) : bodyOf(rendered)
  }
  return Object.assign(render, { precompile: () => renderer.precompile([page.view]) })
}

function setUp (language, page) {
  const { extensions: [extension] } = byName(language)
  const folders = page.foldersOf(language)
  return { folders, extension, engine: languages[language].engine(folders) }
}

const bodyOf = (rendered) => rendered.toBuffer()
const toBytes = (render) => (locals) => Buffer.from(render(locals))

module.exports = renderers
