'use strict'

const fs = require('node:fs')
const { Page } = require('./page')
const { Partials } = require('./partials')
const { guard, isUnmodified } = require('./is-unmodified')
const { unrecognized } = require('../guards/unrecognized')

/**
 * Compiles a Mustache template. The engine parses it at its first render, and its `Context` looks names up.
 *
 * @param {import('../dialect').Context} context with the options `tags` and `escape` of
 *   the fourth argument of `Mustache.render`
 * @returns {import('../../../types/template').Program & { page: Page }}
 */
function compile (source, context) {
  const { engine, load, options: { tags, escape } } = context
  const page = new Page(source, { engine, tags, escape, partials: new Partials({ ...context, load: (file) => load(file).program.page }) })
  const reason = () => unrecognized(guard, engine, 'uses a Mustache whose code is unknown')
  const program = (out, locals) => {
    if (isUnmodified(engine)) return page.write(out, locals)
    out.engineFallback = reason()
    out.text += page.renderByEngine(locals)
  }
  const precompile = () => isUnmodified(engine) ? page.parseAll() : reason()
  return Object.assign(program, { page, precompile })
}

/** Reads a template without its byte order mark, as packages that read files for Mustache do. */
function read (filename) {
  return fs.readFileSync(filename, 'utf8').replace(/^\uFEFF/, '')
}

function accepts (engine) {
  return ['Context', 'Scanner', 'Writer', 'parse', 'render'].every((name) => typeof engine[name] === 'function')
}

module.exports = {
  guard,
  bundled: () => require('mustache'),
  compile,
  byEngine: (...args) => require('./by-engine').byEngine(...args),
  read,
  accepts
}
