'use strict'

const { isProxy } = require('node:util/types')
const { generate, pick } = require('./generate')
const { isOfPug, isUnmodified, runtimeOf } = require('./is-unmodified')
const { createProgram } = require('./program')
const { engineFallback } = require('../shared/engine-fallback')
const guard = require('../guards/pug.json')
const { unrecognized } = require('../guards/unrecognized')

/**
 * Compiles a Pug template. Pug compiles it, with all templates that it includes and extends, to JavaScript. The dialect
 * rewrites that code to write long static text to a splicer.
 *
 * @param {import('../dialect').Context} context with Pug's compile options
 * @returns {import('../../../types/template').Program & { dependencies: string[] }} `dependencies` are the files that
 *   Pug reads for the template
 * @throws Pug's error for a template or options that it cannot compile
 */
function compile (source, context) {
  const { filename, engine, options } = context
  if (!isUnmodified(engine)) {
    const render = engine.compile(source, { ...pick(options), filename })
    const fallback = engineFallback(render, unrecognized(guard, engine))
    return Object.assign(named(fallback, filename), { dependencies: render.dependencies })
  }
  const { body, dependencies } = generate(source, context)
  const program = createProgram(body, runtimeOf(engine), {
    compileDebug: options.compileDebug !== false,
    inlineRuntimeFunctions: Boolean(options.inlineRuntimeFunctions)
  })
  return Object.assign(seesFilename(body, options) ? named(program, filename) : program, { dependencies })
}

/** @returns {boolean} whether the template may read the local `filename` */
function seesFilename (body, { self }) {
  // Pug's code mentions `locals` twice: as its parameter, and where it reads them.
  return Boolean(self) || /\b(?:filename|eval)\b/.test(body) || body.match(/\blocals\b/g)?.length > 2
}

/** Adds `filename` to the locals, as Pug's `renderFile` does. */
function named (program, filename) {
  return Object.assign((out, locals) => {
    locals.filename = filename
    return program(out, locals)
  }, program)
}

function byEngine (filename, { engine, options: { views, cache, ...options } }) {
  const render = engine.compileFile(filename, options)
  // No spread, which would call getters.
  const copyOf = (locals) => Object.create(Object.getPrototypeOf(locals), Object.getOwnPropertyDescriptors(locals))
  return (locals) => render(Object.assign(copyOf(locals), { filename }))
}

function accepts (engine) {
  return typeof engine.compileClientWithDependenciesTracked === 'function' &&
    typeof engine.runtime?.rethrow === 'function'
}

function engineOf (fn, exports) {
  const name = accepts(exports) && ['__express', 'renderFile'].find((name) => fn === exports[name])
  return name && isOfPug(exports, name) ? exports : undefined
}

/**
 * Returns the compile options in `app.locals`. Pug also reads those in a request's locals; the dialect never does.
 *
 * @returns {object | undefined} in production, `compileDebug` is `false` by default if Express calls Pug's `__express`;
 *   `undefined` if `app.locals` are a Proxy
 */
function appOptions (engine, app, fn) {
  if (isProxy(app.locals)) return undefined
  const options = pick(app.locals)
  if (process.env.NODE_ENV === 'production' && app.locals.compileDebug == null && fn === engine.__express) {
    options.compileDebug = false
  }
  return options
}

module.exports = {
  guard,
  compile,
  byEngine,
  accepts,
  engineOf,
  // `__express` calls `renderFile`.
  isCalledBy: (engine) => isOfPug(engine, 'renderFile'),
  expressFunction: (engine) => engine.__express,
  appOptions
}
