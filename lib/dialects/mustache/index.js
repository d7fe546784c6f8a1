'use strict'

const { Page } = require('./page')
const { Partials } = require('./partials')
const { guard, reasonAgainst } = require('./is-unmodified')
const { read } = require('./read')
const { withFallback } = require('../shared/engine-fallback')

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
  const program = withFallback(() => reasonAgainst(engine), (locals) => page.renderByEngine(locals), (out, locals) => page.write(out, locals))
  return Object.assign(program, { page, precompile: () => reasonAgainst(engine) ?? page.parseAll() })
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
