'use strict'

const { Source } = require('./source')
const { Partials } = require('./partials')
const { guard, reasonAgainstEngine } = require('./is-unmodified')
const { read } = require('./read')
const { withFallback } = require('../shared/engine-fallback')

/**
 * Compiles a Mustache template. The engine parses it at its first render, and its `Context` looks names up.
 *
 * @param {import('../dialect').Context} context with `tags` and `escape` of the fourth argument of `Mustache.render`
 * @returns {import('../../../types/template').Program & { source: Source }}
 */
function compile (text, context) {
  const { engine, load, options: { tags, escape } } = context
  const partials = new Partials({ ...context, load: (file) => load(file).program.source })
  const source = new Source(text, { engine, tags, escape, partials })
  const program = withFallback(
    () => reasonAgainstEngine(engine),
    (locals) => source.renderByEngine(locals),
    (out, locals) => source.write(out, locals)
  )
  return Object.assign(program, { source, precompile: () => reasonAgainstEngine(engine) ?? source.parseAll() })
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
