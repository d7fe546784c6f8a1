'use strict'

const fs = require('node:fs')
const { memoize } = require('../../util/memoize')
const { withFallback } = require('../shared/engine-fallback')
const { engineOf, instanceFor, isInstance, isPackage, settingsOf, started } = require('./instances')
const { LiquidInternals, guard } = require('./liquid-internals')
const { LiquidRenderer } = require('./liquid-renderer')
const { runGenerator } = require('./run-generator')

/** Returns the renderers of an instance, one for each function that loads its files. */
const renderersOf = memoize((instance) =>
  memoize((load, views) => new LiquidRenderer(instance, LiquidInternals.of(instance), views)))

/**
 * Compiles a LiquidJS template. LiquidJS finds and parses the template, its layouts and its partials, and its tags
 * render them. Static text and values are written to the splicer.
 *
 * @param {import('../dialect').Context} context with an instance of Liquid, or the package and options of Liquid's
 *   constructor
 * @returns {import('../../../types/template').Program & { file: { source: string, filename: string } }}
 */
function compile (source, { filename, engine, options, load }) {
  const instance = instanceFor(engine, options)
  const findReason = () => LiquidInternals.reasonAgainstInstance(instance)
  const rendererOf = (instance) => renderersOf(instance)(load, { load, cache: options.cache })
  const write = (out, locals) => runGenerator(rendererOf(started(instance)).write(out, filename, locals))
  return Object.assign(withFallback(findReason, (locals) => started(instance).renderFile(filename, locals), write), {
    file: { source, filename },
    precompile: () => findReason() ?? rendererOf(instance).precompile(filename)
  })
}

/** A separate instance keeps no files for others. */
function byEngine (filename, { engine, options }) {
  const instance = isInstance(engine)
    ? engine
    : new engine.Liquid({ ...settingsOf(options), cache: Boolean(options.cache) })
  return (locals) => instance.renderFile(filename, locals)
}

/** @returns {string} the source; '' if the instance reads the template itself, from another file system */
function read (filename, engine) {
  return isInstance(engine) && !LiquidInternals.readsDisk(engine) ? '' : fs.readFileSync(filename, 'utf8')
}

/** Returns a function for `app.engine` with the folders of the calling view: `locals.settings` may be a request's. */
function expressFunction (engine) {
  if (isInstance(engine)) return engine.express()
  return function (filename, locals, callback) {
    instanceFor(engine, { __proto__: null, views: this?.root }).renderFile(filename, locals)
      .then((page) => callback(null, page), callback)
  }
}

/** Returns nothing for an instance whose pages may be no strings. */
function appOptions (engine, app) {
  if (isInstance(engine) && engine.options.keepOutputType) return undefined
  return { ...app.get('view options'), views: app.get('views') }
}

module.exports = {
  guard,
  compile,
  byEngine,
  read,
  accepts: (engine) => isInstance(engine) || isPackage(engine),
  engineOf,
  expressFunction,
  // Without its cache, LiquidJS reads files for each render.
  answers: (engine) => engine.options?.cache ? 'promise' : 'later',
  appOptions,
  ignoresCacheLocal: () => true,
  asyncChunks: true
}
