'use strict'

const path = require('node:path')
const { LastPage } = require('./last-page')
const { createTemplate } = require('./template')
const { trim } = require('./trim')

/** The methods of an `ExpressHandlebars` that a subclass or an app may have replaced. */
const REPLACEABLE = ['renderView', 'render', '_compileTemplate', '_renderTemplate', 'getTemplate', 'getTemplates', 'getPartials']

/** The bodies of the two that are replaced here. */
const OWN_BODIES = {
  _compileTemplate: /\{\s*return this\.handlebars\.compile\(template\.trim\(\), options\);?\s*\}$/,
  _renderTemplate: /\{\s*return template\(context, options\)\.trim\(\);?\s*\}$/
}

/**
 * Renders a view as `ExpressHandlebars.prototype.renderView` does, the layout
 * and the view spliced.
 *
 * @param {object} instance an `ExpressHandlebars`
 * @param {string} filename
 * @param {object} locals what Express hands to an engine
 * @returns {Promise<import('../../page/rendered').Rendered>}
 * @throws what the instance throws
 * @see https://github.com/express-handlebars/express-handlebars/blob/master/lib/express-handlebars.ts
 */
function renderView (instance, filename, locals) {
  const page = new LastPage()
  const splicing = isPlain(instance) ? derive(instance, page) : instance
  return new Promise((resolve, reject) => {
    // What a template throws need not be true; what fails before it is rendered only rejects.
    const finish = (error, text) => text === undefined ? reject(error) : resolve(page.renderedOf(text))
    splicing.renderView(filename, locals, finish).catch(reject)
  })
}

/**
 * Makes an instance for one render that shares all with the app's (layouts, partials, helpers, caches)
 * but how it compiles and renders. The templates in the cache are Handlebars' for whoever else calls them.
 *
 * @param {object} instance
 * @param {LastPage} page
 * @returns {object}
 */
function derive (instance, page) {
  return Object.create(instance, {
    partialsDir: forwarded(instance, 'partialsDir'),
    layoutsDir: forwarded(instance, 'layoutsDir'),
    _compileTemplate: { value: (source, options = {}) => createTemplate(instance.handlebars, source.trim(), options) },
    _renderTemplate: {
      value: (template, context = {}, runtimeOptions = {}) =>
        page.render(template, context, { engine: instance.handlebars, runtimeOptions, finish: ({ chunks }) => trim(chunks) })
    }
  })
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
 * @returns {boolean} whether it is of no subclass, and none of its methods has been replaced
 */
function isPlain (instance) {
  const prototype = Object.getPrototypeOf(instance)
  return Object.getPrototypeOf(prototype) === Object.prototype &&
    REPLACEABLE.every((name) => Object.hasOwn(prototype, name) && !Object.hasOwn(instance, name)) &&
    Object.entries(OWN_BODIES).every(([name, body]) => body.test(prototype[name]))
}

/**
 * @param {unknown} engine
 * @returns {boolean} whether it is an `ExpressHandlebars`
 */
function isInstance (engine) {
  return typeof engine?.renderView === 'function' && typeof engine.getPartials === 'function' && typeof engine.handlebars === 'object'
}

/** The function that the instance gives to Express. */
function expressFunction (instance) {
  return instance.engine
}

/**
 * Finds the instance that a function for `app.engine` belongs to. The function is bound, so
 * nothing shows it from outside: the first method that it calls on its instance does.
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

module.exports = { expressFunction, instanceOf, isInstance, isPlain, renderView }
