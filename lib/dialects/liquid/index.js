'use strict'

const fs = require('node:fs')
const { writeResult } = require('../shared/output')
const { engineOf, instanceFor, isInstance, isPackage } = require('./instances')
const { LiquidInternals } = require('./liquid-internals')
const { Page } = require('./page')
const { LiquidRenderer } = require('./liquid-renderer')

/** Instances to what loads their files to their sites. @type {WeakMap<object, WeakMap<Function, LiquidRenderer>>} */
const sites = new WeakMap()

/**
 * Compiles a LiquidJS template. LiquidJS itself finds and parses it, its layouts and its
 * partials, and its own tags render them; static text and values go to the splicer.
 *
 * @param {string} source
 * @param {object} context
 * @param {string} context.filename
 * @param {object} context.engine an instance of Liquid, or the `liquidjs` package
 * @param {object} context.options of Liquid's constructor, where the engine is the package
 * @param {(filename: string) => import('../../template').Template} context.load
 *   gives the template of another file
 * @returns {import('../../template').Program & { page: Page }}
 * @see https://liquidjs.com/tutorials/intro-to-liquid.html
 */
function compile (source, { filename, engine, options, load }) {
  const instance = instanceFor(engine, options)
  const program = (out, locals) => writeView(out, instance, filename, locals, { load, cache: options.cache })
  return Object.assign(program, { page: new Page(source, filename), isLeft: () => LiquidInternals.of(instance) === undefined })
}

function writeView (out, instance, name, locals, setup) {
  const internals = LiquidInternals.of(instance)
  return internals ? siteOf(instance, internals, setup).write(out, name, locals) : writeResult(out, instance.renderFile(name, locals))
}

function siteOf (instance, internals, setup) {
  const own = sites.get(instance) ?? new WeakMap()
  sites.set(instance, own)
  const liquidRenderer = own.get(setup.load) ?? new LiquidRenderer(instance, internals, setup)
  own.set(setup.load, liquidRenderer)
  return liquidRenderer
}

/** @returns {string} the source of a template; none if it is not on the disk, where Liquid reads it when it is rendered */
function read (filename, engine) {
  const isElsewhere = isInstance(engine) && LiquidInternals.of(engine)?.fs !== engine.options.fs
  return isElsewhere ? '' : fs.readFileSync(filename, 'utf8')
}

/** @returns {boolean} whether it is an instance of Liquid, or the exports of its package */
function accepts (engine) {
  return isInstance(engine) || isPackage(engine)
}

/**
 * Gives what Express can call for a view. The folders are those of the view that calls it,
 * as for an instance: locals may have `settings` of a request's.
 *
 * @param {object} engine
 * @returns {(this: { root: string | string[] } | undefined, filename: string, locals: object, callback: Function) => void}
 */
function expressFunction (engine) {
  if (isInstance(engine)) return engine.express()
  return function (filename, locals, callback) {
    instanceFor(engine, { views: this?.root }).renderFile(filename, locals).then((page) => callback(null, page), callback)
  }
}

/**
 * Finds what an instance is made from where an Express app has not made one.
 *
 * @param {object} engine
 * @param {object} app
 * @returns {object | undefined} nothing for an instance whose pages are not strings
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
  answers: 'later',
  appOptions,
  asyncChunks: true
}
