'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { explanationOf } = require('./eta/explain')
const { Includes } = require('./eta/includes')
const { instanceFor, isInstance, isPackage } = require('./eta/instances')
const { Page } = require('./eta/page')
const { Variant } = require('./eta/variant')
const { isWithin } = require('../template/files')
const { Splicer } = require('../template/splicer')

/**
 * Compiles an Eta template. Eta itself turns it into JavaScript, with its own
 * checks, plugins and errors; what that code writes to a string is made to go
 * to the splicer.
 *
 * Eta compiles a template when it is rendered, and twice if it is included both
 * by `include` and by `includeAsync`; so the program compiles what it is used as.
 *
 * @param {string} source
 * @param {object} context
 * @param {string} context.filename
 * @param {object} context.engine an instance of Eta, or the `eta` package of the app
 * @param {object} context.options `async`: render as `renderAsync` does; all others
 *   are those of Eta's constructor, where the engine is the package
 * @param {(filename: string) => import('../template/template').Template} context.load
 *   gives the template of an included file
 * @returns {import('../template/template').Program & { variant: (async: boolean) => Variant }}
 */
function compile (source, { filename, engine, options, load }) {
  const instance = instanceFor(engine, filename, options)
  const filepath = filepathOf(filename, instance)
  const includes = new Includes(instance, load, filepath, options.cache)
  const async = Boolean(options.async)
  const variants = [undefined, undefined]

  const variant = (async) => {
    let found = variants[Number(async)]
    if (found === undefined || found.isStale) {
      found = new Variant(source, { engine: instance, options: { async, filepath }, includes })
      variants[Number(async)] = found
    }
    return found
  }

  const program = (out, locals) => {
    if (out.text !== '' || out.chunks.length > 0) return append(program, out, locals)
    return variant(async).write(out, locals, { async, filepath }, new Page(out))
  }
  return Object.assign(program, { variant, isLeft: (locals) => !variant(async).splices(locals) })
}

/**
 * Renders behind what is in the splicer: to a template of Eta, its output is all
 * that there is.
 *
 * @param {import('../template/template').Program} program
 * @param {Splicer} out
 * @param {object} locals
 * @returns {void | Promise<void>}
 */
function append (program, out, locals) {
  const own = new Splicer(out)
  const finished = program(own, locals)
  const finish = () => out.splice(own.end())
  return finished === undefined ? finish() : finished.then(finish)
}

/**
 * @param {string} source
 * @param {object} context see `Dialect.explain`
 * @returns {import('./dialect').Explanation}
 * @throws what Eta throws for a template that it cannot compile
 */
function explain (source, context) {
  const { filename, engine, options, locals } = context
  const variant = compile(source, context).variant(Boolean(options.async))
  return explanationOf(source, instanceFor(engine, filename, options), variant, locals)
}

/**
 * @param {string} filename
 * @param {object} context
 * @returns {(locals: object) => unknown} Eta's own function, which gives a string or a promise of it
 * @throws what Eta throws for a template that it cannot compile
 */
function byEngine (filename, { engine, options }) {
  const instance = instanceFor(engine, filename, options)
  const settings = { async: Boolean(options.async), filepath: filepathOf(filename, instance) }
  const render = instance.compile(readSource(filename, instance), settings)
  return (locals) => render.call(instance, locals, settings)
}

/**
 * @param {string} filename
 * @param {object} instance
 * @returns {string} the path that Eta has for a file, which errors tell: a relative
 *   one if its `views` are
 */
function filepathOf (filename, { config: { views } }) {
  if (typeof views !== 'string' || !isWithin(filename, views)) return filename
  return path.join(views, path.relative(views, filename))
}

/**
 * Reads a template as Eta does.
 *
 * @param {string} filename
 * @param {object} engine
 * @returns {string}
 * @throws {Error} Eta's own if there is no such file
 */
function readSource (filename, engine) {
  const instance = instanceFor(engine, filename, {})
  return instance.readFile ? instance.readFile(filename) : fs.readFileSync(filename, 'utf8')
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is the exports of an `eta` package, or an instance of Eta
 */
function accepts (engine) {
  return isInstance(engine) || isPackage(engine)
}

/**
 * Gives what Express can call for a view. Eta has no such function itself; this is
 * the one that its documentation has apps write, which cannot be known from any
 * other. The folders are those of the view that calls it: locals may have
 * `settings` of a request's.
 *
 * @param {object} engine
 * @returns {(this: { root: string | string[] } | undefined, filename: string, locals: object, callback: Function) => void}
 */
function expressFunction (engine) {
  return function (filename, locals, callback) {
    let page
    try {
      const instance = instanceFor(engine, filename, { views: this?.root, cache: locals.cache })
      page = renderFile(instance, filename, locals)
    } catch (error) {
      return callback(error)
    }
    callback(null, page)
  }
}

/**
 * @param {object} instance
 * @param {string} filename
 * @param {object} locals as Express merges them
 * @returns {string}
 */
function renderFile (instance, filename, locals) {
  const options = { async: false, filepath: filepathOf(filename, instance) }
  return instance.compile(readSource(filename, instance), options).call(instance, locals, options)
}

module.exports = {
  name: 'eta',
  package: 'eta',
  extensions: ['.eta'],
  compile,
  read: readSource,
  accepts,
  expressFunction,
  explain,
  byEngine,
  asyncChunks: true
}
