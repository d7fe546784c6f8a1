'use strict'

const { generate, pick } = require('./generate')
const { createProgram } = require('./program')

/**
 * Compiles a Pug template. Pug itself turns it and all that it includes and extends into
 * JavaScript; the long static text in that code is made to go to the splicer.
 *
 * @param {string} source
 * @param {object} context
 * @param {string} context.filename
 * @param {object} context.engine the `pug` package of the app
 * @param {object} context.options Pug's compile options
 * @returns {import('../../template').Program & { dependencies: string[] }} with the files
 *   that Pug has read for it
 * @throws what Pug throws for a template or options that it cannot compile
 */
function compile (source, context) {
  const { filename, engine, options } = context
  const { body, dependencies } = generate(source, context)
  const program = createProgram(body, engine.runtime, {
    compileDebug: options.compileDebug !== false,
    inlineRuntimeFunctions: Boolean(options.inlineRuntimeFunctions)
  })
  return Object.assign(seesFilename(body, options) ? named(program, filename) : program, { dependencies })
}

/** @returns {boolean} whether the template can tell if its file's name is among the locals */
function seesFilename (body, { self }) {
  // The code itself has the locals as its parameter, and reads them once.
  return Boolean(self) || /\b(?:filename|eval)\b/.test(body) || body.match(/\blocals\b/g)?.length > 2
}

/** Puts the file's name among the locals, as Pug's `renderFile` does. */
function named (program, filename) {
  return (out, locals) => {
    locals.filename = filename
    return program(out, locals)
  }
}

/** @returns {boolean} whether it is the exports of a `pug` package */
function accepts (engine) {
  return typeof engine.compileClientWithDependenciesTracked === 'function' && typeof engine.runtime?.rethrow === 'function'
}

/** @returns {object | undefined} the exports of a package, if what Express would call for a view is theirs */
function engineOf (fn, exports) {
  return accepts(exports) && (fn === exports.__express || fn === exports.renderFile) ? exports : undefined
}

/** @returns {Function} what Express calls for a view */
function expressFunction (engine) {
  return engine.__express
}

/**
 * Finds the compile options that Pug takes from an Express app: those in `app.locals`. Pug takes
 * them from all locals; we never do from those of a request.
 *
 * @param {object} engine
 * @param {object} app
 * @param {Function} fn what Express calls
 * @returns {object} in production without debugging, if Express calls Pug's `__express` and the
 *   app does not say otherwise
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
