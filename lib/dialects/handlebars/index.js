'use strict'

const fs = require('node:fs')
const expressHandlebars = require('./express-handlebars')
const hbs = require('./hbs')
const { writeTemplate } = require('./render')
const { createTemplate } = require('./template')
const { writeResult } = require('../shared/output')

/** The packages that bring layouts and partials to Express; their instances are engines, too. */
const packages = [expressHandlebars, hbs]

/**
 * Compiles a Handlebars template. Handlebars itself parses and compiles it, and
 * its runtime runs it; a second set of programs writes to the splicer. Blocks
 * given to helpers of the app return strings.
 *
 * @param {string} source
 * @param {object} context
 * @param {string} context.filename
 * @param {object} context.engine the `handlebars` package of the app, or what its
 *   `create()` gives, or an instance of `express-handlebars` or `hbs`
 * @param {object} context.options of `Handlebars.compile`; as `runtimeOptions` those
 *   that a template is called with
 * @returns {import('../../template').Program} throws, as by Handlebars, also for a
 *   template that cannot be compiled
 * @see https://handlebarsjs.com/api-reference/
 */
function compile (source, { filename, engine, options: { views, cache, runtimeOptions, ...options } }) {
  const owner = ownerOf(engine)
  if (owner) return viewProgram(owner, engine, filename, { views, cache })

  const template = createTemplate(engine, source, options)
  return (out, locals) => writeTemplate(template, out, locals, { engine, runtimeOptions })
}

/**
 * @param {unknown} engine
 * @returns {typeof expressHandlebars | typeof hbs | undefined} the package that it is an instance of
 */
function ownerOf (engine) {
  return packages.find((owner) => owner.isInstance(engine))
}

/**
 * @param {{ renderView: Function }} owner
 * @param {object} engine its instance, which finds layouts and partials and caches all
 * @param {string} filename
 * @param {{ views: unknown, cache: boolean }} settings
 * @returns {import('../../template').Program}
 */
function viewProgram ({ renderView }, engine, filename, { views, cache }) {
  return (out, locals) => {
    // As Express does, where there is none.
    if (!('settings' in locals)) locals.settings = { views }
    locals.cache ??= cache
    return writeResult(out, renderView(engine, filename, locals))
  }
}

/**
 * @param {string} filename
 * @param {object} engine
 * @returns {string} nothing where the engine reads by itself
 */
function read (filename, engine) {
  return ownerOf(engine) ? '' : fs.readFileSync(filename, 'utf8')
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is a `handlebars` package or an instance of it, or
 *   an instance of `express-handlebars` or `hbs`
 */
function accepts (engine) {
  const isHandlebars = typeof engine?.JavaScriptCompiler === 'function' && typeof engine.template === 'function'
  return isHandlebars || ownerOf(engine) !== undefined
}

/**
 * Handlebars has no function that Express could call for a view: those come
 * from `express-handlebars` and `hbs`.
 *
 * @param {Function} fn what Express would call for a view
 * @param {object} exports of a package
 * @returns {object | undefined} the instance that it belongs to
 */
function engineOf (fn, exports) {
  return packages.map((owner) => owner.instanceOf(fn, exports)).find(Boolean)
}

/**
 * @param {object} engine
 * @returns {Function} what renders a view as Express expects it
 */
function expressFunction (engine) {
  const owner = ownerOf(engine)
  if (owner) return owner.expressFunction(engine)
  return (filename, locals, callback) => {
    let page
    try {
      page = engine.compile(read(filename, engine))(locals)
    } catch (error) {
      return callback(error)
    }
    callback(null, page)
  }
}

/**
 * @param {object} engine
 * @returns {object | undefined} none: Handlebars takes no options from an Express app; nothing
 *   if hbs gives the app's locals to templates as data, for which it replaces `app.render`
 */
function appOptions (engine) {
  return hbs.hasLocalsAsData(engine) ? undefined : {}
}

module.exports = {
  name: 'handlebars',
  package: 'handlebars',
  packages: ['express-handlebars', 'hbs'],
  extensions: ['.hbs', '.handlebars'],
  compile,
  read,
  accepts,
  engineOf,
  expressFunction,
  appOptions
}
