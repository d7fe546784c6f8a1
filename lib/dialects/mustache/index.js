'use strict'

const { accepts, fallbackReason, guard, read } = require('./engine')
const { Partials } = require('./partials')
const { Source } = require('./source')
const { withFallback } = require('../shared/engine-fallback')
const { reuse } = require('../shared/reuse')

/**
 * Compiles a Mustache template. The engine parses it at its first render, and its `Context` looks names up.
 *
 * @param {import('../dialect').Context} context has `tags` and `escape` of the fourth argument of `Mustache.render`
 * @returns {import('../../../types/template').Program & { source: Source }}
 */
function compile (text, context) {
  const { engine, load, options: { cache, escape, tags, views }, previous } = context
  return reuse(previous, [text, engine, load, cache, escape, tags, views], () => {
    const partials = new Partials({ ...context, load: (file) => load(file).program.source })
    const source = new Source(text, { engine, tags, escape, partials })
    const program = withFallback(
      () => fallbackReason(engine),
      (locals) => source.renderByEngine(locals),
      (out, locals) => source.write(out, locals)
    )
    return Object.assign(program, { source, precompile: () => fallbackReason(engine) ?? source.parseAll() })
  })
}

module.exports = {
  guard,
  bundled: () => require('mustache'),
  compile,
  byEngine: (...args) => require('./by-engine').byEngine(...args),
  read,
  accepts
}
