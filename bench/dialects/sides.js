'use strict'

const path = require('node:path')
const { createRenderer } = require('buffered-render')
const { byName } = require('../../lib/dialects')
const { Views } = require('../../lib/views')
const engines = require('./engines')

const VIEWS = path.join(__dirname, '../views')

/**
 * Renders a page to bytes.
 *
 * @callback Render
 * @param {object} locals an object of this render's own
 * @returns {Buffer | Promise<Buffer>}
 */

/**
 * Who renders a page: the engine, and this library in the way that its
 * middleware does for a request.
 *
 * @type {Record<'engine' | 'ours', (dialect: string, page: string) => Render>}
 */
module.exports = {
  engine (dialect, page) {
    const { folders, extension, engine } = setUp(dialect)
    const render = engine.prepare(new Views(folders).find(page, extension))
    return (locals) => Buffer.from(render(locals))
  },

  ours (dialect, page) {
    const { folders, extension, engine: { instance = dialect, options } } = setUp(dialect)
    const renderer = createRenderer({ views: folders, extension, engines: { [extension]: instance }, engineOptions: options, cache: true })
    return (locals) => {
      const rendered = renderer.page(page, locals)
      return rendered instanceof Promise ? rendered.then((page) => page.toBuffer()) : rendered.toBuffer()
    }
  }
}

function setUp (dialect) {
  const { extensions: [extension] } = byName(dialect)
  const folder = path.join(VIEWS, 'dialects', dialect)
  // The listing in EJS is that of the other tables.
  return { folders: [folder, VIEWS], extension, engine: engines[dialect](folder) }
}
