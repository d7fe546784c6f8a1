'use strict'

/**
 * Renders a file by EJS alone. What it includes is in the cache of EJS, if templates are cached.
 *
 * @type {NonNullable<import('../dialect').Dialect['byEngine']>}
 */
function byEngine (filename, { engine, options }) {
  const source = engine.fileLoader(filename).toString().replace(/^\uFEFF/, '')
  return engine.compile(source, { ...options, filename })
}

module.exports = { byEngine }
