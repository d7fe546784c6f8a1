'use strict'

/** Renders by EJS, which keeps what a file includes if templates are cached. @type {import('../dialect').ByEngine} */
function byEngine (filename, { engine, options }) {
  return engine.compile(engine.fileLoader(filename).toString().replace(/^\uFEFF/, ''), { ...options, filename })
}

module.exports = { byEngine }
