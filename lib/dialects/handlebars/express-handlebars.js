'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { createTemplate } = require('./templates')
const { Pages } = require('./pages')
const { trim } = require('./trim')

/** The methods of an `ExpressHandlebars` that a subclass or an app may have replaced. */
const REPLACEABLE = ['renderView', 'render', '_compileTemplate', '_renderTemplate', 'getTemplate', 'getTemplates', 'getPartials']

/** What the two of them do that are replaced here. */
const OWN_BODIES = {
  _compileTemplate: /\{\s*return this\.handlebars\.compile\(template\.trim\(\), options\);?\s*\}$/,
  _renderTemplate: /\{\s*return template\(context, options\)\.trim\(\);?\s*\}$/
}

/** The instances that splice, each made of an app's. @type {WeakMap<object, object>} */
const known = new WeakMap()

/**
 * Renders a view as `ExpressHandlebars.prototype.renderView` does, the layout
 * and the view spliced.
 *
 * @param {object} instance an `ExpressHandlebars`
 * @param {string} filename
 * @param {object} locals what Express hands to an engine
 * @returns {Promise<import('../../template/rendered').Rendered>}
 * @throws what the instance throws
 * @see https://github.com/express-handlebars/express-handlebars/blob/master/lib/express-handlebars.ts
 */
function renderView (instance, filename, locals) {
  const pages = new Pages()
  const splicing = splicingOf(instance)
  const renders = splicing === undefined ? instance : Object.create(splicing, { pages: { value: pages } })
  return new Promise((resolve, reject) => {
    // What a template throws need not be true; what fails before it is rendered only rejects.
    const finish = (error, text) => text === undefined ? reject(error) : resolve(pages.renderedOf(text))
    renders.renderView(filename, locals, finish).catch(reject)
  })
}

/**
 * The instance with templates that splice: what it calls to compile and to
 * render is replaced, all else (layouts, partials, helpers, caches) is its own. The
 * templates in its cache are Handlebars' for whoever else calls them.
 *
 * @param {object} instance
 * @returns {object | undefined} nothing if the app has replaced what this builds on
 */
function splicingOf (instance) {
  if (!isPlain(instance)) return undefined

  let splicing = known.get(instance)
  if (splicing === undefined) {
    splicing = Object.create(instance, {
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
 * @returns {boolean} whether it is of no subclass, and none of its methods has been replaced
 */
function isPlain (instance) {
  const prototype = Object.getPrototypeOf(instance)
  return Object.getPrototypeOf(prototype) === Object.prototype &&
    REPLACEABLE.every((name) => Object.hasOwn(prototype, name) && !Object.hasOwn(instance, name)) &&
    Object.entries(OWN_BODIES).every(([name, body]) => body.test(prototype[name]))
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
 * @param {object} instance
 * @param {string} filename
 * @returns {import('./explain').View} what the instance has Handlebars compile for a file
 */
function viewOf (instance, filename) {
  const text = fs.readFileSync(filename, instance.encoding)
  return {
    engine: instance.handlebars,
    source: text.trim(),
    start: text.length - text.trimStart().length,
    options: instance.compilerOptions,
    runtimeOptions: { ...instance.runtimeOptions, helpers: instance.helpers },
    whole: isPlain(instance) ? undefined : 'is rendered by an ExpressHandlebars whose methods the app has replaced'
  }
}

/**
 * @param {object} instance
 * @param {string} filename
 * @param {object} locals what Express hands to an engine
 * @returns {Promise<string>} what the instance itself makes of it
 */
function renderByEngine (instance, filename, locals) {
  return instance.renderView(filename, locals)
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

module.exports = { instanceOf, isInstance, renderByEngine, renderView, viewOf }
