'use strict'

const { isProxy } = require('node:util/types')
const { createCodeCheck } = require('../guards/known-code')
const guard = require('../guards/pug.json')
const { temporarily } = require('../guards/temporarily')
const { unrecognized } = require('../guards/unrecognized')
const { memoize } = require('../../util/memoize')
const { pick } = require('./generate')

/** Whether a function is that of Pug since Pug 3. */
const isCodeOfPug = createCodeCheck({
  compile: /=compileBody\(str,\{compileDebug:options\.compileDebug!==false,/,
  compileClientWithDependenciesTracked: /=compileBody\(str,\{compileDebug:options\.compileDebug,/,
  renderFile: /handleTemplateCache\(options\)\(options\);\}$/,
  __express: /exports\.renderFile\(path,options,fn\);\}$/
})

const isOfPug = (engine, name) => isCodeOfPug(name, engine[name])

/** @returns {string | undefined} why Pug itself renders all templates: a function that compiles is not its own */
function fallbackReason (engine) {
  return isOfPug(engine, 'compile') && isOfPug(engine, 'compileClientWithDependenciesTracked')
    ? undefined
    : unrecognized(guard, engine)
}

/** Returns the runtime of an unmodified engine: Pug itself does not use `engine.runtime`, which apps can replace. */
const runtimeOf = memoize((engine) => {
  let runtime
  engine.compile('- take(pug)', { compileDebug: false })({ take (found) { runtime = found } })
  return runtime
})

function accepts (engine) {
  return typeof engine.compileClientWithDependenciesTracked === 'function' &&
    typeof engine.runtime?.rethrow === 'function'
}

function engineOf (fn, exports) {
  const name = accepts(exports) && ['__express', 'renderFile'].find((name) => fn === exports[name])
  return name && isOfPug(exports, name) ? exports : undefined
}

function byEngine (filename, { engine, options: { views, cache, ...options } }) {
  const render = engine.compileFile(filename, options)
  // Not a spread, which would call getters.
  const copyOf = (locals) => Object.create(Object.getPrototypeOf(locals), Object.getOwnPropertyDescriptors(locals))
  return (locals) => render(Object.assign(copyOf(locals), { filename }))
}

/**
 * Returns the compile options in `app.locals`. Pug also reads those in a request's locals; the dialect never does.
 *
 * @returns {object | undefined} in production, `compileDebug` is `false` by default, unless Express calls Pug's
 *   `renderFile`, and Pug's `__express` sets it among the locals; `undefined` if `app.locals` are a Proxy
 */
function appOptions (engine, app, fn) {
  if (isProxy(app.locals)) return undefined
  const options = pick(app.locals)
  if (process.env.NODE_ENV === 'production' && app.locals.compileDebug == null && fn !== engine.renderFile) {
    Object.assign(options, { compileDebug: false, setsCompileDebug: true })
  }
  return options
}

/** See `BundledDialect.engineCache`. */
const engineCache = {
  get: ({ cache }, filename) => cache[filename],
  set: ({ cache }, filename, compiled) => { cache[filename] = compiled }
}

/** Gets what the dialect has compiled as Pug does, and adds nothing, see `BundledDialect.callAlone`. */
const callAlone = (engine) => (call) => {
  const { cache } = engine
  const value = Object(cache) === cache ? Object.create(cache) : cache
  return temporarily(engine, { cache: { value, writable: true } }, call)
}

module.exports = {
  accepts,
  appOptions,
  byEngine,
  callAlone,
  engineCache,
  engineOf,
  expressFunction: (engine) => engine.__express,
  fallbackReason,
  guard,
  // `__express` calls `renderFile`, which calls `compile`.
  isCalledBy: (engine) => isOfPug(engine, 'renderFile') && isOfPug(engine, 'compile'),
  runtimeOf
}
