'use strict'

const { LastPage } = require('./last-page')
const { createTemplate } = require('./template')

/**
 * For an app's instance the function of one that splices, with the Handlebars that it was made for.
 *
 * @type {WeakMap<object, { engine: object, render: Function }>}
 */
const derivedCache = new WeakMap()

/** For the locals of each render its page. @type {WeakMap<object, LastPage>} */
const pageOf = new WeakMap()

/**
 * Renders a view as the function does that `hbs` gives to Express, the layout
 * and the view spliced. A page with values of asynchronous helpers is text.
 *
 * @param {object} instance the exports of `hbs`, or what `hbs.create()` gives
 * @param {string} filename
 * @param {object} locals what Express hands to an engine; gets the `body`, as by hbs
 * @returns {import('../../page/rendered').Rendered | Promise<import('../../page/rendered').Rendered>}
 *   a promise where hbs reads files, or waits for helpers
 * @throws what hbs gives as an error
 * @see https://github.com/pillarjs/hbs#readme
 */
function renderView (instance, filename, locals) {
  const page = new LastPage()
  pageOf.set(locals, page)
  const renderedOf = ({ error, text }) => {
    // What a template throws need not be true.
    if (text === undefined) throw error
    return page.renderedOf(text)
  }
  let outcome
  let finish = (given) => { outcome = given }
  derivedOf(instance)(filename, locals, (error, text) => finish({ error, text }))
  return outcome ? renderedOf(outcome) : new Promise((resolve) => { finish = resolve }).then(renderedOf)
}

/**
 * @param {object} instance
 * @returns {Function} what the instance would give to Express, with templates that splice
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
 * Makes an instance that shares all with the app's but how it compiles.
 *
 * @param {object} instance
 * @param {object} engine
 * @returns {object}
 */
function derive (instance, engine) {
  const derived = Object.create(instance)
  Object.getPrototypeOf(instance).constructor.call(derived, Object.create(engine, {
    compile: { value: (source, options) => compile(engine, source, options) }
  }))
  for (const name of ['async', 'cache', '_queue']) {
    Object.defineProperty(derived, name, { get: () => instance[name], set: (value) => { instance[name] = value } })
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
  return (locals, runtimeOptions) => (pageOf.get(locals) ?? new LastPage()).render(template, locals, { engine, runtimeOptions })
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is the exports of `hbs`, or what `hbs.create()` gives
 */
function isInstance (engine) {
  return typeof engine?.registerAsyncHelper === 'function' && typeof engine.localsAsTemplateData === 'function' &&
    typeof engine.handlebars === 'object'
}

/** The function that the instance gives to Express. */
function expressFunction (instance) {
  return instance.__express
}

/**
 * @param {object} engine
 * @returns {boolean} whether it is an instance whose `localsAsTemplateData` was called
 */
function hasLocalsAsData (engine) {
  return isInstance(engine) && Boolean(engine.__localsAsData)
}

/**
 * Finds the instance that a function for `app.engine` belongs to. The function is bound: a
 * setting that it looks for on its instance, and that is seldom there, shows it.
 *
 * @param {Function} fn what Express calls for a view
 * @param {object} exports of a package
 * @returns {object | undefined} nothing if it is another package's, or an app's own
 *   function, or the instance is still registering partials or has that setting
 */
function instanceOf (fn, exports) {
  if (!isInstance(exports)) return undefined
  if (fn === exports.__express) return exports
  if (fn.name !== 'bound middleware') return undefined

  const prototype = Object.getPrototypeOf(exports)
  let instance
  const report = (found) => {
    instance = found
    throw new Error('Asked for its instance')
  }
  for (const name of ['async', '__localsAsData']) {
    Object.defineProperty(prototype, name, { configurable: true, get () { return report(this) }, set () { report(this) } })
  }
  try {
    // An instance that is registering partials calls it later: it is to do no harm then.
    fn('', { layout: false }, () => {})
  } catch {
    // It was asked.
  } finally {
    delete prototype.async
    delete prototype.__localsAsData
  }
  return instance
}

module.exports = { expressFunction, hasLocalsAsData, instanceOf, isInstance, renderView }
