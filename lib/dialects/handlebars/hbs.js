'use strict'

const { hasDigest } = require('../shared/checked-methods')
const { isBoundTo } = require('../shared/is-bound-to')
const { LastPage } = require('./last-page')
const { createTemplate } = require('./template')

/** Digests of the two functions of hbs 4 that render: the constructor of instances, and what it binds as `__express`. */
const INSTANCE = 'Oz3YUFrncJB2 C-4cZ0PtwEkY'
const MIDDLEWARE = 'wfk2urqdGQMT zxAaOg979VcY rrPK-Hmf9qat 47IaPh8F-Bcm qmEM9nyxmK6m OOI4S-Ivbhgd LDIG-tltkQMw'

/** Maps the constructor of instances to the function that it binds as `__express`. @type {WeakMap<Function, Function | undefined>} */
const middlewareCache = new WeakMap()

/** Maps a function to whether it is bound to that of its package. @type {WeakMap<Function, boolean>} */
const ownCache = new WeakMap()

/**
 * Maps an instance of the app to the function of its derived instance, and to the Handlebars used for that.
 *
 * @type {WeakMap<object, { engine: object, render: Function }>}
 */
const derivedCache = new WeakMap()

/** Maps the locals of a render to its page. @type {WeakMap<object, LastPage>} */
const pageCache = new WeakMap()

/**
 * Renders a view and its layout as the `__express` function of `hbs` does, and splices both. A page with values of
 * asynchronous helpers is text.
 *
 * @param {object} instance the exports of `hbs`, or an instance made by `hbs.create()`
 * @param {string} filename
 * @param {object} locals those that Express passes to an engine; `body` is added, as by hbs
 * @returns {import('../../page/rendered').Rendered | Promise<import('../../page/rendered').Rendered>}
 *   a promise where hbs reads files or waits for helpers
 * @throws the error that hbs reports
 * @see https://github.com/pillarjs/hbs#readme
 */
function renderView (instance, filename, locals) {
  const page = new LastPage()
  pageCache.set(locals, page)
  const renderedOf = ({ error, text }) => {
    // A template may throw a falsy value.
    if (text === undefined) throw error
    return page.renderedOf(text)
  }
  let outcome
  let finish = (given) => { outcome = given }
  const render = reasonAgainst(instance) === undefined ? derivedOf(instance) : instance.__express
  render(filename, locals, (error, text) => finish({ error, text }))
  return outcome ? renderedOf(outcome) : new Promise((resolve) => { finish = resolve }).then(renderedOf)
}

/**
 * @param {object} instance
 * @returns {Function} the function for `app.engine` of an instance whose templates splice
 */
function derivedOf (instance) {
  const engine = instance.handlebars
  let derived = derivedCache.get(instance)
  if (derived?.engine !== engine) {
    derived = { engine, render: derive(instance, engine).__express }
    derivedCache.set(instance, derived)
  }
  return derived.render
}

/**
 * Derives an instance that shares everything with the app's instance except how it compiles.
 *
 * @param {object} instance
 * @param {object} engine
 * @returns {object}
 */
function derive (instance, engine) {
  const derived = Object.create(instance)
  Object.getPrototypeOf(instance).constructor.call(derived, Object.create(engine, {
    compile: { __proto__: null, value: (source, options) => compile(engine, source, options) }
  }))
  for (const name of ['async', 'cache', '_queue']) {
    Object.defineProperty(derived, name, { __proto__: null, get: () => instance[name], set: (value) => { instance[name] = value } })
  }
  return derived
}

/**
 * @param {object} engine
 * @param {string} source
 * @param {object} [options] of `Handlebars.compile`
 * @returns {(locals: object, runtimeOptions?: object) => string}
 */
function compile (engine, source, options) {
  const template = createTemplate(engine, source, options)
  return (locals, runtimeOptions) => (pageCache.get(locals) ?? new LastPage()).render(template, locals, { engine, runtimeOptions, finish: undefined })
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether the engine is the exports of `hbs`, or an instance made by `hbs.create()`
 */
function isInstance (engine) {
  return typeof engine?.registerAsyncHelper === 'function' && typeof engine.localsAsTemplateData === 'function' &&
    typeof engine.handlebars === 'object'
}

/** Returns the instance's function for `app.engine`. */
function expressFunction (instance) {
  return instance.__express
}

/**
 * @param {object} engine
 * @returns {boolean} whether the engine is an instance whose `localsAsTemplateData` was called
 */
function hasLocalsAsData (engine) {
  return isInstance(engine) && Boolean(engine.__localsAsData)
}

/**
 * @param {object} instance
 * @returns {string | undefined} why hbs itself must render its views: the rest of a sentence that begins with the name of a template
 */
function reasonAgainst (instance) {
  if (middlewareOf(instance) === undefined) return 'uses an hbs whose code is unknown'
  return isOwn(instance.__express, instance) ? undefined : 'is of an instance of hbs with another __express()'
}

/** @returns {boolean} whether a function is the `__express` of any instance of the package */
function isOwn (fn, instance) {
  let result = ownCache.get(fn)
  if (result === undefined) {
    const middleware = middlewareOf(instance)
    result = middleware !== undefined && isBoundTo(fn, middleware)
    ownCache.set(fn, result)
  }
  return result
}

/** Throws its caller. V8 gives no functions on the stack below one in strict mode, so this one is not. */
const throwCaller = new Function('throw new Error().stack[1].getFunction()') // eslint-disable-line no-new-func

/**
 * Finds the function that hbs binds as `__express`, which is not exported. A new instance calls it with options that
 * read it from the stack.
 *
 * @param {object} instance
 * @returns {Function | undefined} nothing if its code or that of the constructor is unknown
 */
function middlewareOf (instance) {
  const { constructor: Instance } = Object.getPrototypeOf(instance)
  if (!middlewareCache.has(Instance)) {
    const found = hasDigest([Instance], INSTANCE) ? boundBy(new Instance({})) : undefined
    middlewareCache.set(Instance, hasDigest([found], MIDDLEWARE) ? found : undefined)
  }
  return middlewareCache.get(Instance)
}

/** @returns {unknown} the function that the `__express` of an instance calls */
function boundBy ({ __express }) {
  const { prepareStackTrace, stackTraceLimit } = Error
  Object.assign(Error, { prepareStackTrace: (_, sites) => sites, stackTraceLimit: 2 })
  try {
    __express('', Object.defineProperty({}, 'layout', { __proto__: null, get: throwCaller }), () => {})
  } catch (thrown) {
    return thrown
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  }
}

/**
 * Finds the instance that a function for `app.engine` is bound to: the function reads a setting of it, for which the
 * prototype has an accessor during this one call.
 *
 * @param {Function} fn the function that Express calls for a view
 * @param {object} exports of a package
 * @returns {object | undefined} nothing for functions of other packages and of the app, which are not called, and while
 *   the instance registers partials or has that setting
 */
function instanceOf (fn, exports) {
  if (!isInstance(exports) || !isOwn(fn, exports)) return undefined
  if (fn === exports.__express) return exports

  const prototype = Object.getPrototypeOf(exports)
  let instance
  const report = (found) => {
    instance = found
    throw new Error('Asked for its instance')
  }
  for (const name of ['async', '__localsAsData']) {
    Object.defineProperty(prototype, name, { __proto__: null, configurable: true, get () { return report(this) }, set () { report(this) } })
  }
  try {
    // An instance that is registering partials runs this call later, where it must do no harm.
    fn('', { layout: false }, () => {})
  } catch {
    // The accessor was called.
  } finally {
    delete prototype.async
    delete prototype.__localsAsData
  }
  return instance
}

module.exports = { expressFunction, hasLocalsAsData, instanceOf, isInstance, reasonAgainst, renderView }
