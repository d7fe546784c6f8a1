'use strict'

const path = require('node:path')
const { LastPage } = require('./last-page')
const { createTemplate } = require('./template')
const { trim } = require('./trim')

/** The methods of `ExpressHandlebars` that decide how a view is rendered. A subclass or an app may replace them. */
const REPLACEABLE = ['renderView', 'render', '_compileTemplate', '_renderTemplate', 'getTemplate', 'getTemplates', 'getPartials']

/** The bodies of the two methods that `derive` replaces. */
const OWN_BODIES = {
  _compileTemplate: /\{\s*return this\.handlebars\.compile\(template\.trim\(\), options\);?\s*\}$/,
  _renderTemplate: /\{\s*return template\(context, options\)\.trim\(\);?\s*\}$/
}

/**
 * Renders a view and its layout as `ExpressHandlebars.prototype.renderView` does, and splices both.
 *
 * @param {object} instance an `ExpressHandlebars`
 * @param {string} filename
 * @param {object} locals those that Express passes to an engine
 * @returns {Promise<import('../../page/rendered').Rendered>}
 * @throws what the instance throws
 * @see https://github.com/express-handlebars/express-handlebars/blob/master/lib/express-handlebars.ts
 */
function renderView (instance, filename, locals) {
  const page = new LastPage()
  const splicing = isPlain(instance) ? derive(instance, page) : instance
  return new Promise((resolve, reject) => {
    // A template may throw a falsy value. Errors before the render only reject.
    const finish = (error, text) => text === undefined ? reject(error) : resolve(page.renderedOf(text))
    splicing.renderView(filename, locals, finish).catch(reject)
  })
}

/**
 * Derives an instance for one render. It shares layouts, partials, helpers and caches with the app's instance, and
 * compiles and renders in its own way. Other callers can use its cached templates as templates of Handlebars.
 *
 * @param {object} instance
 * @param {LastPage} page
 * @returns {object}
 */
function derive (instance, page) {
  return Object.create(instance, {
    partialsDir: forwarded(instance, 'partialsDir'),
    layoutsDir: forwarded(instance, 'layoutsDir'),
    _compileTemplate: { __proto__: null, value: (source, options = {}) => createTemplate(instance.handlebars, source.trim(), options) },
    _renderTemplate: {
      __proto__: null,
      value: (template, context = {}, runtimeOptions = {}) =>
        page.render(template, context, { engine: instance.handlebars, runtimeOptions, finish: ({ chunks }) => trim(chunks) })
    }
  })
}

/**
 * @param {object} instance
 * @param {string} name of a property that each render sets
 * @returns {PropertyDescriptor} an accessor of that property of the instance
 */
function forwarded (instance, name) {
  return { __proto__: null, get: () => instance[name], set: (value) => { instance[name] = value } }
}

/**
 * @param {object} instance
 * @returns {boolean} whether the instance belongs to no subclass and has no replaced methods
 */
function isPlain (instance) {
  const prototype = Object.getPrototypeOf(instance)
  return Object.getPrototypeOf(prototype) === Object.prototype &&
    REPLACEABLE.every((name) => Object.hasOwn(prototype, name) && !Object.hasOwn(instance, name)) &&
    Object.entries(OWN_BODIES).every(([name, body]) => body.test(prototype[name]))
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether the engine is an `ExpressHandlebars`
 */
function isInstance (engine) {
  return typeof engine?.renderView === 'function' && typeof engine.getPartials === 'function' && typeof engine.handlebars === 'object'
}

/** Returns the instance's function for `app.engine`. */
function expressFunction (instance) {
  return instance.engine
}

/**
 * Finds the instance that a function for `app.engine` is bound to: the function calls `_resolveViewsPath` on it,
 * which is replaced for this one call.
 *
 * @param {Function} fn the function that Express calls for a view
 * @param {{ ExpressHandlebars?: Function }} exports of the app's `express-handlebars`
 * @returns {object | undefined} nothing for functions of other packages and of the app
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
    // The function is asynchronous, so the error rejects its promise.
    Promise.resolve(fn(path.sep, {}, () => {})).catch(() => {})
  } finally {
    prototype._resolveViewsPath = method
  }
  return instance
}

module.exports = { expressFunction, instanceOf, isInstance, isPlain, renderView }
