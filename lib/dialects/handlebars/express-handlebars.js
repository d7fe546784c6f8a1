'use strict'

const path = require('node:path')
const guard = require('../guards/express-handlebars.json')
const { strippedCodeOf } = require('../../util/code-digest')
const { isBoundTo, receiverOf } = require('../guards/probes')
const { unrecognized } = require('../guards/unrecognized')
const { WatchedMethods } = require('../../util/watched-methods')
const { memoize } = require('../../util/memoize')
const { PageByText, Precompilation } = require('./pages')
const { createTemplate } = require('./template')
const { trim } = require('./white-space')

/** The bodies of the two methods that `derivedFrom` replaces. */
const REPLACED_BODIES = {
  _compileTemplate: /\{\s*return this\.handlebars\.compile\(template\.trim\(\), options\);?\s*\}$/,
  _renderTemplate: /\{\s*return template\(context, options\)\.trim\(\);?\s*\}$/
}

/** The property of a derived instance for its page. */
const PAGE = Symbol('page')

/**
 * Renders a view and its layout as `ExpressHandlebars.prototype.renderView` does, and splices both.
 *
 * @param {object} instance an `ExpressHandlebars`
 * @param {object} locals those that Express passes to an engine
 * @param {boolean} [byEngine] whether Handlebars writes the page
 * @throws what the instance throws
 * @see https://github.com/express-handlebars/express-handlebars/blob/master/lib/express-handlebars.ts
 */
function renderView (instance, filename, locals, byEngine) {
  const page = new PageByText(byEngine)
  const splicing = fallbackReason(instance) === undefined ? new (derivedFrom(instance))(page) : instance
  return new Promise((resolve, reject) => {
    // A template may throw a falsy value. Errors before the render only reject.
    const finish = (error, text) => text === undefined ? reject(error) : resolve(page.renderedOf(text))
    splicing.renderView(filename, locals, finish).catch(reject)
  })
}

/**
 * Compiles a view, its layout and the partials that they name by a literal, before the first render.
 *
 * @param {{ settings: object, cache: boolean }} locals as Express has them; with `cache`, templates are kept
 * @returns {Promise<string | undefined>} why Handlebars renders the template, if it does
 */
function precompileView (instance, filename, locals) {
  const page = new Precompilation(locals.cache)
  const Derived = derivedFrom(instance)
  return page.run((callback) => new Derived(page).renderView(filename, locals, callback).catch(callback))
}

/**
 * Returns a class whose instances, one for each render, share layouts, partials, helpers and caches with the app's
 * instance, and compile and render by methods of ours. Other callers can use their cached templates as templates of
 * Handlebars. `Object.create` with the page as a property takes 2 µs longer.
 */
const derivedFrom = memoize((instance) => {
  function Derived (page) { this[PAGE] = page }
  const compile = (source, options = {}) => createTemplate(instance.handlebars, source.trim(), options)
  Derived.prototype = Object.create(instance, {
    _compileTemplate: { __proto__: null, value: compile },
    _renderTemplate: { __proto__: null, value: renderTemplate }
  })
  // Each render sets them.
  for (const name of ['partialsDir', 'layoutsDir']) {
    const set = (value) => { instance[name] = value }
    Object.defineProperty(Derived.prototype, name, { __proto__: null, get: () => instance[name], set })
  }
  return Derived
})

function renderTemplate (template, context = {}, runtimeOptions = {}) {
  if (this[PAGE].byEngine) return template(context, runtimeOptions).trim()
  const finish = ({ chunks }) => trim(chunks)
  return this[PAGE].render(template, context, { engine: this.handlebars, runtimeOptions, finish })
}

/** @returns {string | undefined} why the instance itself must render its views */
function fallbackReason (instance) {
  const methods = methodsOf(Object.getPrototypeOf(instance))
  const isPlain = methods !== null && methods.findReplaced() === undefined &&
    !methods.methods.some(({ name }) => Object.hasOwn(instance, name))
  return isPlain ? undefined : unrecognized(guard, instance)
}

/**
 * Returns the methods of `ExpressHandlebars`; null for those of a subclass or of another class. No digests: compared
 * with the source of their class, the methods of every release are known.
 *
 * @type {(prototype: object) => WatchedMethods | null}
 */
const methodsOf = memoize((prototype) => {
  const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor')
  const source = strippedCodeOf(prototype.constructor)
  // The source of a class has those of its methods.
  const isKnown = Object.getPrototypeOf(prototype) === Object.prototype &&
    names.every((name) => typeof prototype[name] === 'function' && source.includes(strippedCodeOf(prototype[name]))) &&
    Object.entries(REPLACED_BODIES).every(([name, body]) => body.test(prototype[name]))
  const methods = isKnown ? new WatchedMethods() : null
  methods?.watch('ExpressHandlebars', prototype, names)
  return methods
})

function isInstance (engine) {
  return typeof engine?.renderView === 'function' && typeof engine.getPartials === 'function' &&
    typeof engine.handlebars === 'object'
}

/**
 * Finds the instance that a function for `app.engine` is bound to.
 *
 * @param {{ ExpressHandlebars?: Function }} exports those of the app's `express-handlebars`
 * @returns {object | undefined} nothing for functions of other packages and of the app, which are not called
 */
function instanceOf (fn, { ExpressHandlebars }) {
  const prototype = ExpressHandlebars?.prototype
  if (fn.name !== 'bound renderView' || !prototype || !methodsOf(prototype) || !isBoundTo(fn, prototype.renderView)) {
    return undefined
  }
  // The function is asynchronous, so the error rejects its promise.
  return receiverOf(prototype, '_resolveViewsPath', () => {
    Promise.resolve(fn(path.sep, {}, () => {})).catch(() => {})
  })
}

module.exports = { fallbackReason, instanceOf, isInstance, precompileView, renderView }
