'use strict'

const { createFunctions } = require('./pug/program')

/**
 * The compile options of Pug that decide what code it generates.
 *
 * @see https://pugjs.org/api/reference.html
 */
const OPTIONS = [
  'basedir', 'compileDebug', 'debug', 'doctype', 'filterAliases', 'filterOptions', 'filters', 'globals',
  'inlineRuntimeFunctions', 'plugins', 'pretty', 'self'
]

/**
 * Compiles a Pug template. Pug itself turns it and all that it includes and
 * extends into JavaScript; the long static text in that code is made to go to the
 * splicer.
 *
 * @param {string} source
 * @param {object} context
 * @param {string} context.filename
 * @param {object} context.engine the `pug` package of the app
 * @param {object} context.options Pug's compile options
 * @returns {import('../template/template').Program & { dependencies: string[] }} has the
 *   files that Pug has read for it
 * @throws what Pug throws for a template or options that it cannot compile
 */
function compile (source, { filename, engine, options }) {
  const settings = { ...pick(options), inlineRuntimeFunctions: Boolean(options.inlineRuntimeFunctions), filename }
  const { body, dependencies } = engine.compileClientWithDependenciesTracked(source, {
    ...settings,
    // What is neither true nor false has Pug's templates read the sources when one throws.
    compileDebug: typeof options.compileDebug === 'boolean' ? options.compileDebug : undefined
  })

  const { whole, splicing } = createFunctions(body, engine.runtime, { ...settings, compileDebug: options.compileDebug !== false })
  const program = splicing ? splice(splicing) : write(whole)
  return Object.assign(seesFilename(body, settings) ? named(program, filename) : program, { dependencies })
}

/**
 * @param {string} body the code that Pug generated
 * @param {{ self?: boolean }} settings
 * @returns {boolean} whether the template can tell if its file's name is among the locals
 */
function seesFilename (body, { self }) {
  // The code itself has the locals as its parameter, and reads them once.
  return Boolean(self) || /\b(?:filename|eval)\b/.test(body) || body.match(/\blocals\b/g)?.length > 2
}

/**
 * Puts the file's name among the locals, as Pug's `renderFile` does.
 *
 * @param {import('../template/template').Program} program
 * @param {string} filename
 * @returns {import('../template/template').Program}
 */
function named (program, filename) {
  return (out, locals) => {
    locals.filename = filename
    program(out, locals)
  }
}

/**
 * @param {(locals: object, out: object) => string} splicing
 * @returns {import('../template/template').Program}
 */
function splice (splicing) {
  return (out, locals) => { out.text += splicing(locals, out) }
}

/**
 * @param {(locals: object) => unknown} whole returns nothing if the template's
 *   author has it return
 * @returns {import('../template/template').Program}
 */
function write (whole) {
  return (out, locals) => { out.text += whole(locals) ?? '' }
}

/**
 * @param {object} from
 * @returns {object} Pug's options among what is there
 */
function pick (from) {
  return Object.fromEntries(OPTIONS.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]))
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is the exports of a `pug` package
 */
function accepts (engine) {
  return typeof engine.compileClientWithDependenciesTracked === 'function' && typeof engine.runtime?.rethrow === 'function'
}

/**
 * @param {Function} fn what Express would call for a view
 * @param {object} exports of a package
 * @returns {object | undefined} those, if the function is that of this engine
 */
function engineOf (fn, exports) {
  return accepts(exports) && (fn === exports.__express || fn === exports.renderFile) ? exports : undefined
}

/**
 * @param {object} engine
 * @returns {Function} what Express calls for a view
 */
function expressFunction (engine) {
  return engine.__express
}

/**
 * Finds the compile options that Pug takes from an Express app: those in
 * `app.locals`. Pug takes them from all locals; we never do from those of a request.
 *
 * @param {object} engine
 * @param {object} app
 * @param {Function} fn what Express calls
 * @returns {object} in production without debugging, if Express calls Pug's
 *   `__express` and the app does not say otherwise
 */
function appOptions (engine, app, fn) {
  const options = pick(app.locals)
  if (process.env.NODE_ENV === 'production' && app.locals.compileDebug == null && fn === engine.__express) options.compileDebug = false
  return options
}

module.exports = {
  name: 'pug',
  package: 'pug',
  extensions: ['.pug'],
  compile,
  accepts,
  engineOf,
  expressFunction,
  appOptions
}
