'use strict'

const fs = require('node:fs')
const { createTemplate } = require('./templates')
const { Pages } = require('./pages')

/**
 * Instances that splice, made of an app's instance and the Handlebars it had.
 *
 * @type {WeakMap<object, { engine: object, express: Function }>}
 */
const known = new WeakMap()

/** The pages of each render, by its locals. @type {WeakMap<object, Pages>} */
const pagesOf = new WeakMap()

/**
 * Renders a view as the function does that `hbs` gives to Express, the layout
 * and the view spliced. A page with values of asynchronous helpers is text.
 *
 * @param {object} instance the exports of `hbs`, or what `hbs.create()` gives
 * @param {string} filename
 * @param {object} locals what Express hands to an engine; gets the `body`, as by hbs
 * @returns {import('../../template/rendered').Rendered | Promise<import('../../template/rendered').Rendered>}
 *   a promise where hbs reads files, or waits for helpers
 * @throws what hbs gives as an error
 * @see https://github.com/pillarjs/hbs#readme
 */
function renderView (instance, filename, locals) {
  const pages = new Pages()
  pagesOf.set(locals, pages)
  const pageOf = ({ error, text }) => {
    // What a template throws need not be true.
    if (text === undefined) throw error
    return pages.renderedOf(text)
  }
  let given
  let finish = (outcome) => { given = outcome }
  splicingOf(instance)(filename, locals, (error, text) => finish({ error, text }))
  return given ? pageOf(given) : new Promise((resolve) => { finish = resolve }).then(pageOf)
}

/**
 * @param {object} instance
 * @returns {Function} what the instance would give to Express, with templates that splice
 */
function splicingOf (instance) {
  const engine = instance.handlebars
  let splicing = known.get(instance)
  if (splicing?.engine !== engine) {
    splicing = { engine, express: derive(instance, engine) }
    known.set(instance, splicing)
  }
  return splicing.express
}

/**
 * Makes an instance that shares all with the app's but how it compiles.
 *
 * @param {object} instance
 * @param {object} engine
 * @returns {Function}
 */
function derive (instance, engine) {
  const derived = Object.create(instance)
  Object.getPrototypeOf(instance).constructor.call(derived, Object.create(engine, {
    compile: { value: (source, options) => compile(engine, source, options) }
  }))
  for (const name of ['async', 'cache', '_queue']) {
    Object.defineProperty(derived, name, { get: () => instance[name], set: (value) => { instance[name] = value } })
  }
  return derived.__express
}

/**
 * @param {object} engine
 * @param {string} source
 * @param {object} [options] of `Handlebars.compile`
 * @returns {(locals: object, runtimeOptions?: object) => string}
 */
function compile (engine, source, options) {
  const template = createTemplate(engine, source, options)
  return (locals, runtimeOptions) => (pagesOf.get(locals) ?? new Pages()).render(template, locals, { engine, runtimeOptions })
}

/**
 * @param {object} instance
 * @param {string} filename
 * @returns {import('./explain').View} what the instance has Handlebars compile for a file
 */
function viewOf (instance, filename) {
  return { engine: instance.handlebars, source: fs.readFileSync(filename, 'utf8'), asyncHelpers: asyncHelpersOf(instance) }
}

/**
 * @param {object} instance
 * @returns {string[]} the names of its helpers that are asynchronous: hbs wraps those
 */
function asyncHelpersOf ({ handlebars: { helpers }, registerAsyncHelper }) {
  let wrapper
  registerAsyncHelper.call({ handlebars: { registerHelper (name, helper) { wrapper = String(helper) } } })
  return Object.keys(helpers).filter((name) => String(helpers[name]) === wrapper)
}

/**
 * @param {object} instance
 * @param {string} filename
 * @param {object} locals what Express hands to an engine
 * @returns {Promise<string>} what the instance itself makes of it
 */
function renderByEngine (instance, filename, locals) {
  return new Promise((resolve, reject) => {
    instance.__express(filename, locals, (error, page) => page === undefined ? reject(error) : resolve(page))
  })
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is the exports of `hbs`, or what `hbs.create()` gives
 */
function isInstance (engine) {
  return typeof engine?.registerAsyncHelper === 'function' && typeof engine.localsAsTemplateData === 'function' && typeof engine.handlebars === 'object'
}

/**
 * @param {object} engine
 * @returns {boolean} whether it is an instance whose `localsAsTemplateData` was called
 */
function hasLocalsAsData (engine) {
  return isInstance(engine) && Boolean(engine.__localsAsData)
}

/**
 * Finds the instance that a function for `app.engine` belongs to. The function
 * is bound; it says so itself when it is called, by a setting that it looks for
 * on its instance and that is seldom there.
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
  const tell = (found) => {
    instance = found
    throw new Error('Asked for its instance')
  }
  for (const name of ['async', '__localsAsData']) {
    Object.defineProperty(prototype, name, { configurable: true, get () { return tell(this) }, set () { tell(this) } })
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

module.exports = { hasLocalsAsData, instanceOf, isInstance, renderByEngine, renderView, viewOf }
