'use strict'

const { memoize } = require('../../util/memoize')
const { withFallback } = require('../shared/engine-fallback')
const engineOfLiquid = require('./engine')
const { LiquidInternals } = require('./liquid-internals')
const { LiquidRenderer } = require('./liquid-renderer')
const { runGenerator } = require('./run-generator')

const { instanceFor, started } = engineOfLiquid

/** Returns the renderers of an instance, one for each function that loads its files. */
const renderersOf = memoize((instance) =>
  memoize((load, views) => new LiquidRenderer(instance, LiquidInternals.of(instance), views)))

/**
 * Compiles a LiquidJS template. LiquidJS finds and parses the template, its layouts and its partials, and its tags
 * render them. Static text and values are written to the splicer.
 *
 * @param {import('../dialect').Context} context has an instance of Liquid, or the package and options of Liquid's
 *   constructor
 * @returns {import('../../../types/template').Program & { file: { source: string, filename: string } }}
 */
function compile (source, { filename, engine, options, load }) {
  const instance = instanceFor(engine, options)
  const findReason = () => LiquidInternals.fallbackReason(instance)
  const rendererOf = (instance) => renderersOf(instance)(load, { load, cache: options.cache })
  const write = (out, locals) => runGenerator(rendererOf(started(instance)).write(out, filename, locals))
  return Object.assign(withFallback(findReason, (locals) => started(instance).renderFile(filename, locals), write), {
    file: { source, filename },
    precompile: () => findReason() ?? rendererOf(instance).precompile(filename)
  })
}

module.exports = {
  ...engineOfLiquid,
  compile,
  // Without its cache, LiquidJS reads files for each render.
  answers: (engine) => engine.options?.cache ? 'promise' : 'later',
  ignoresCacheLocal: () => true,
  asyncChunks: true
}
