'use strict'

const path = require('node:path')
const { Rendered } = require('../../template/rendered')
const { createTemplate } = require('./templates')
const { Pages } = require('./pages')
const { trim } = require('./trim')

/** The methods of an `ExpressHandlebars` that a subclass or an app may have replaced. */
const REPLACEABLE = ['renderView', 'render', '_compileTemplate', '_renderTemplate', 'getTemplate', 'getTemplates', 'getPartials']

/** The instances that splice, each made of an app's. @type {WeakMap<object, object>} */
const known = new WeakMap()

/**
 * Renders a view as `ExpressHandlebars.prototype.renderView` does, the layout
 * and the view spliced.
 *
 * @param {object} instance an `ExpressHandlebars`
 * @param {string} filename
 * @param {object} locals what Express hands to an engine
 * @returns {Promise<Rendered>}
 * @throws what the instance throws
 * @see https://github.com/express-handlebars/express-handlebars/blob/master/lib/express-handlebars.ts
 */
async function renderView (instance, filename, locals) {
  const splicing = splicingOf(instance)
  if (splicing === undefined) return new Rendered([await instance.renderView(filename, locals)])

  const pages = new Pages()
  const renders = Object.create(splicing, { pages: { value: pages } })
  const text = await renders.renderView(filename, locals)
  return pages.renderedOf(text)
}

/**
 * The instance with templates that splice: what it calls to compile and to
 * render is replaced, all else (layouts, partials, helpers, caches) is its own.
 *
 * @param {object} instance
 * @returns {object | undefined} nothing if the app has replaced what this builds on
 */
function splicingOf (instance) {
  let splicing = known.get(instance)
  if (splicing === undefined) {
    if (REPLACEABLE.some((name) => Object.hasOwn(instance, name)) || !isPlain(instance)) return undefined
    splicing = Object.create(instance, {
      compiled: { value: {} },
      partialsDir: forwarded(instance, 'partialsDir'),
      layoutsDir: forwarded(instance, 'layoutsDir'),
      _compileTemplate: { value: compileTemplate },
      _renderTemplate: { value: renderTemplate }
    })
    known.set(instance, splicing)
  }
  return splicing
}

/**
 * @param {object} instance
 * @param {string} name of a property that each render sets
 * @returns {PropertyDescriptor} the instance's own
 */
function forwarded (instance, name) {
  return { get: () => instance[name], set: (value) => { instance[name] = value } }
}

/**
 * @param {object} instance
 * @returns {boolean} whether it is no subclass
 */
function isPlain (instance) {
  const prototype = Object.getPrototypeOf(instance)
  return Object.getPrototypeOf(prototype) === Object.prototype && REPLACEABLE.every((name) => Object.hasOwn(prototype, name))
}

/**
 * @this {object} an instance
 * @param {string} source
 * @param {object} [options] of `Handlebars.compile`
 * @returns {Function}
 */
function compileTemplate (source, options = {}) {
  return createTemplate(this.handlebars, source.trim(), options)
}

/**
 * @this {object} an instance, with the `pages` of this render
 * @param {Function} template
 * @param {object} [context]
 * @param {object} [runtimeOptions]
 * @returns {string}
 */
function renderTemplate (template, context = {}, runtimeOptions = {}) {
  return this.pages.render(template, context, { engine: this.handlebars, runtimeOptions, finish: ({ chunks }) => trim(chunks) })
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is an `ExpressHandlebars`
 */
function isInstance (engine) {
  return typeof engine?.renderView === 'function' && typeof engine.getPartials === 'function' && typeof engine.handlebars === 'object'
}

/**
 * Finds the instance that a function for `app.engine` belongs to. The function
 * is bound, so nothing shows it from outside; it says so itself when it is
 * called, by the first method it calls on its instance.
 *
 * @param {Function} fn what Express calls for a view
 * @param {{ ExpressHandlebars?: Function }} exports of the app's `express-handlebars`
 * @returns {object | undefined} nothing if it is another package's, or an app's own function
 */
function instanceOf (fn, { ExpressHandlebars }) {
  const prototype = ExpressHandlebars?.prototype
  const method = prototype?._resolveViewsPath
  if (fn.name !== 'bound renderView' || typeof method !== 'function') return undefined

  let instance
  prototype._resolveViewsPath = function () {
    instance = this
    throw new Error('Asked for its instance')
  }
  try {
    // It is asynchronous: what is thrown rejects its promise.
    Promise.resolve(fn(path.sep, {}, () => {})).catch(() => {})
  } finally {
    prototype._resolveViewsPath = method
  }
  return instance
}

module.exports = { instanceOf, isInstance, renderView }
