'use strict'

const fs = require('node:fs')
const { engineFallback } = require('../shared/engine-fallback')
const { writeResult } = require('../shared/output')
const { engineOf, instanceFor, isInstance, isPackage } = require('./instances')
const { LiquidInternals } = require('./liquid-internals')
const { Page } = require('./page')
const { LiquidRenderer } = require('./liquid-renderer')

/** Maps an instance, then the function that loads its files, to a renderer. @type {WeakMap<object, WeakMap<Function, LiquidRenderer>>} */
const rendererCache = new WeakMap()

/**
 * Compiles a LiquidJS template. LiquidJS finds and parses the template, its layouts and its partials, and its own tags
 * render them. Static text and values are written to the splicer.
 *
 * @param {object} context
 * @param {string} context.filename
 * @param {object} context.engine an instance of Liquid, or the `liquidjs` package
 * @param {object} context.options of Liquid's constructor, if the engine is the package
 * @param {(filename: string) => import('../../template').Template} context.load
 *   returns the template of another file
 * @returns {import('../../template').Program & { page: Page }}
 * @see https://liquidjs.com/tutorials/intro-to-liquid.html
 */
function compile (source, { filename, engine, options, load }) {
  const instance = instanceFor(engine, options)
  const page = new Page(source, filename)
  const reason = LiquidInternals.reasonAgainst(instance)
  if (reason !== undefined) return Object.assign(engineFallback((locals) => instance.renderFile(filename, locals), reason), { page })

  const program = (out, locals) => writeView(out, instance, filename, locals, { load, cache: options.cache })
  return Object.assign(program, {
    page,
    usesEngine: () => LiquidInternals.of(instance) === undefined,
    precompile: () => precompileView(instance, filename, { load, cache: options.cache })
  })
}

function precompileView (instance, name, setup) {
  const internals = LiquidInternals.of(instance)
  return internals === undefined ? LiquidInternals.reasonAgainst(instance) : rendererOf(instance, internals, setup).precompile(name)
}

function writeView (out, instance, name, locals, setup) {
  const internals = LiquidInternals.of(instance)
  if (internals !== undefined) return rendererOf(instance, internals, setup).write(out, name, locals)
  out.engineFallback = LiquidInternals.reasonAgainst(instance)
  return writeResult(out, instance.renderFile(name, locals))
}

function rendererOf (instance, internals, setup) {
  const renderers = rendererCache.get(instance) ?? new WeakMap()
  rendererCache.set(instance, renderers)
  const liquidRenderer = renderers.get(setup.load) ?? new LiquidRenderer(instance, internals, setup)
  renderers.set(setup.load, liquidRenderer)
  return liquidRenderer
}

/** @returns {string} the source of a template; '' if the instance has another file system, from which it reads the template itself */
function read (filename, engine) {
  const isElsewhere = isInstance(engine) && LiquidInternals.of(engine)?.fs !== engine.options.fs
  return isElsewhere ? '' : fs.readFileSync(filename, 'utf8')
}

/** @returns {boolean} whether the engine is an instance of Liquid, or the exports of its package */
function accepts (engine) {
  return isInstance(engine) || isPackage(engine)
}

/**
 * Returns a function for `app.engine`. Its folders are those of the view that calls it, as for an instance: `settings`
 * in the locals may come from a request.
 *
 * @returns {(this: { root: string | string[] } | undefined, filename: string, locals: object, callback: Function) => void}
 */
function expressFunction (engine) {
  if (isInstance(engine)) return engine.express()
  return function (filename, locals, callback) {
    instanceFor(engine, { __proto__: null, views: this?.root }).renderFile(filename, locals).then((page) => callback(null, page), callback)
  }
}

/**
 * Returns the options for an instance, where an Express app has not made one.
 *
 * @returns {object | undefined} nothing for an instance whose pages may be no strings
 */
function appOptions (engine, app) {
  if (isInstance(engine) && engine.options.keepOutputType) return undefined
  return { ...app.get('view options'), views: app.get('views') }
}

module.exports = {
  name: 'liquid',
  package: 'liquidjs',
  extensions: ['.liquid'],
  compile,
  read,
  accepts,
  engineOf,
  expressFunction,
  // Without its cache, LiquidJS reads files for each render.
  answers: (engine) => engine.options?.cache ? 'promise' : 'later',
  appOptions,
  asyncChunks: true
}
