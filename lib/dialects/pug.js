'use strict'

const { Watch, explanationOf } = require('./pug/explain')
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
function compile (source, context) {
  return prepare(source, context).program
}

/**
 * @param {string} source
 * @param {object} context see `compile`
 * @returns {{
 *   program: import('../template/template').Program & { dependencies: string[] },
 *   body: string, generated: import('./pug/generated').Generated | { reason: string }
 * }} also the code that Pug generated
 */
function prepare (source, context) {
  const { filename, engine, options } = context
  const settings = settingsOf(context)
  const { body, dependencies } = generate(source, context)

  const { whole, splicing, generated } = createFunctions(body, engine.runtime, { ...settings, compileDebug: options.compileDebug !== false })
  const program = splicing ? splice(splicing) : write(whole)
  return { program: Object.assign(seesFilename(body, settings) ? named(program, filename) : program, { dependencies }), body, generated }
}

/**
 * @param {string} source
 * @param {object} context see `compile`
 * @returns {{ body: string, dependencies: string[] }} the code that Pug generates
 */
function generate (source, context) {
  const { engine, options } = context
  return engine.compileClientWithDependenciesTracked(source, {
    ...settingsOf(context),
    // What is neither true nor false has Pug's templates read the sources when one throws.
    compileDebug: typeof options.compileDebug === 'boolean' ? options.compileDebug : undefined
  })
}

function settingsOf ({ filename, options }) {
  return { ...pick(options), inlineRuntimeFunctions: Boolean(options.inlineRuntimeFunctions), filename }
}

/**
 * @param {string} source
 * @param {object} context see `Dialect.explain`
 * @returns {import('./dialect').Explanation}
 * @throws what Pug throws for a template or options that it cannot compile
 */
function explain (source, context) {
  const watched = (plugin) => ({ ...context, options: { ...context.options, plugins: [...context.options.plugins ?? [], plugin] } })
  const watch = new Watch()
  return explanationOf(source, watch, prepare(source, watched(watch)), (source, plugin) => generate(source, watched(plugin)).body)
}

/**
 * @param {string} filename
 * @param {object} context
 * @returns {(locals: object) => string} Pug's own function, as its `renderFile` calls it
 * @throws what Pug throws for a template or options that it cannot compile
 */
function byEngine (filename, { engine, options }) {
  const render = engine.compileFile(filename, pick(options))
  return (locals) => {
    locals.filename = filename
    return render(locals)
  }
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
  appOptions,
  explain,
  byEngine
}
