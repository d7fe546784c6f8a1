'use strict'

const fs = require('node:fs')
const { isOwnFunction } = require('../shared/checked-methods')
const { LastPage } = require('./last-page')
const { precompile } = require('./render')
const { createTemplate } = require('./template')

/** Digests of the constructor of instances in hbs 4. */
const INSTANCE = 'Oz3YUFrncJB2 C-4cZ0PtwEkY'

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
 * Compiles a view or a layout before its first render.
 *
 * @param {object} instance
 * @param {string} filename
 * @param {boolean} cache whether the instance keeps the template
 * @returns {string | undefined} why Handlebars renders the template, if it does
 */
function precompileView (instance, filename, cache) {
  const { handlebars: engine } = instance
  const template = createTemplate(engine, fs.readFileSync(filename, 'utf8'))
  const reason = precompile(template, { engine })
  if (cache) instance.cache[filename] ??= spliced(engine, template)
  return reason
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
  return spliced(engine, createTemplate(engine, source, options))
}

function spliced (engine, template) {
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
  const { constructor: Instance } = Object.getPrototypeOf(instance)
  if (!isOwnFunction(Instance, INSTANCE)) return 'uses an hbs whose code is unknown'
  // Each instance binds the function of the package, which is not exported.
  return instance.__express.name === 'bound middleware' ? undefined : 'is of an instance of hbs with another __express()'
}

/**
 * @param {Function} fn the function that Express calls for a view
 * @param {object} exports of a package
 * @returns {object | undefined} the exports, if the function is theirs. That of an instance made by `hbs.create()` does not show
 *   the instance; the option `engines` can name it
 */
function instanceOf (fn, exports) {
  return isInstance(exports) && fn === exports.__express ? exports : undefined
}

module.exports = { expressFunction, hasLocalsAsData, instanceOf, isInstance, precompileView, reasonAgainst, renderView }
