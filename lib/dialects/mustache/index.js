'use strict'

const fs = require('node:fs')
const { Page } = require('./page')
const { Partials } = require('./partials')
const { isUnmodified } = require('./is-unmodified')

/**
 * Compiles a Mustache template. `Mustache.parse` reads it when it is first rendered;
 * names are looked up by `Mustache.Context`.
 *
 * @param {string} source
 * @param {import('../dialect').Context} context its options `tags` and `escape` are those of
 *   the fourth argument of `Mustache.render`
 * @returns {import('../../template').Program & { page: Page }}
 */
function compile (source, context) {
  const { engine, options: { tags, escape } } = context
  const page = new Page(source, { engine, tags, escape, partials: new Partials(context) })
  const program = isUnmodified(engine)
    ? (out, locals) => page.write(out, locals)
    : (out, locals) => { out.text += page.renderByEngine(locals) }
  return Object.assign(program, { page })
}

/** Reads a template as those packages do that read files for the engine: without its byte order mark. */
function read (filename) {
  return fs.readFileSync(filename, 'utf8').replace(/^\uFEFF/, '')
}

/** Whether a value is the exports of a `mustache` package. */
function accepts (engine) {
  return ['Context', 'Scanner', 'Writer', 'parse', 'render'].every((name) => typeof engine[name] === 'function')
}

module.exports = {
  name: 'mustache',
  package: 'mustache',
  extensions: ['.mustache', '.html'],
  compile,
  read,
  accepts
}
