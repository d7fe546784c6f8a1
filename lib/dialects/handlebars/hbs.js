'use strict'

const guard = require('../guards/hbs.json')
const { KnownCode } = require('../guards/known-code')
const { unrecognized } = require('../guards/unrecognized')
const { memoize } = require('../../util/memoize')
const { guard: handlebars } = require('./engine')
const { PageByText, Precompilation } = require('./pages')
const { createTemplate } = require('./template')

/** Why Express renders views by `hbs.create().__express`. */
const NOT_NAMED = 'is of hbs.create(), whose result the option "engines" must name: { hbs: instance }'

/** Returns whether a function is the constructor of hbs's instances. */
const isHbsConstructor = new KnownCode(guard).recognizer('hbs', 'Instance')

/** Maps the locals of a render to its page. @type {WeakMap<object, PageByText | Precompilation>} */
const pageCache = new WeakMap()

/** The render whose function of hbs has not returned. Most call back before: an entry in `pageCache` takes 1 µs. */
let current = { locals: undefined, page: undefined }

/**
 * Renders a view and its layout as the `__express` function of `hbs` does, and splices both. A page with values of
 * asynchronous helpers is text.
 *
 * @param {object} locals those that Express passes to an engine; `body` is added, as by hbs
 * @param {boolean} [byEngine] whether Handlebars writes the page
 * @returns {import('../../page/rendered').Rendered | Promise<import('../../page/rendered').Rendered>} a promise where
 *   hbs reads files or waits for helpers
 * @throws the error that hbs reports
 * @see https://github.com/pillarjs/hbs#readme
 */
function renderView (instance, filename, locals, byEngine) {
  const page = new PageByText(byEngine)
  const renderedOf = ({ error, text }) => {
    // A template may throw a falsy value.
    if (text === undefined) throw error
    return page.renderedOf(text)
  }
  let outcome
  let finish = (given) => { outcome = given }
  const render = fallbackReason(instance) === undefined ? derivedOf(instance).__express : instance.__express
  const outer = current
  current = { locals, page }
  try {
    render(filename, locals, (error, text) => finish({ error, text }))
  } finally {
    current = outer
  }
  if (outcome) return renderedOf(outcome)
  pageCache.set(locals, page)
  return new Promise((resolve) => { finish = resolve }).then(renderedOf)
}

/** Like `precompileView` of express-handlebars.js. */
function precompileView (instance, filename, locals) {
  const page = new Precompilation(locals.cache)
  pageCache.set(locals, page)
  const derived = derive(instance, splicing)
  // Separate from that of renders that wait for helpers.
  Object.defineProperty(derived, 'async', { __proto__: null, writable: true, value: undefined })
  // hbs reads its cache even without the setting.
  if (!locals.cache) Object.defineProperty(derived, 'cache', { __proto__: null, value: {} })
  return page.run((callback) => derived.__express(filename, locals, callback))
}

/** Derives an instance that shares everything with the app's except how it compiles: with a different Handlebars. */
function derive (instance, handlebarsOf) {
  const derived = Object.create(instance)
  Object.getPrototypeOf(instance).constructor.call(derived, instance.handlebars)
  for (const name of ['async', 'cache', '_queue']) {
    const set = (value) => { instance[name] = value }
    Object.defineProperty(derived, name, { __proto__: null, configurable: true, get: () => instance[name], set })
  }
  return Object.defineProperty(derived, 'handlebars', { __proto__: null, get: () => handlebarsOf(instance.handlebars) })
}

const derivedOf = memoize((instance) => derive(instance, splicing))

/** Returns an instance of Handlebars whose templates splice. @type {(engine: object) => object} */
const splicing = memoize((engine) => Object.create(engine, {
  compile: { __proto__: null, value: (source, options) => spliced(engine, createTemplate(engine, source, options)) }
}))

function spliced (engine, template) {
  return (locals, runtimeOptions) => {
    const page = (locals === current.locals && current.page) || pageCache.get(locals)
    // Other code of the app may call a template.
    if (page === undefined || page.byEngine) return template(locals, runtimeOptions)
    return page.render(template, locals, { engine, runtimeOptions, finish: undefined })
  }
}

/** @returns {boolean} whether the engine is the exports of `hbs`, or an instance made by `hbs.create()` */
function isInstance (engine) {
  return typeof engine?.registerAsyncHelper === 'function' && typeof engine.localsAsTemplateData === 'function' &&
    typeof engine.handlebars === 'object'
}

/** @returns {string | undefined} why hbs itself must render its views */
function fallbackReason (instance) {
  const { constructor: Instance } = Object.getPrototypeOf(instance)
  if (!isHbsConstructor(Instance)) return unrecognized(guard, instance)
  // Each instance binds the function of the package, which is not exported.
  if (instance.__express.name !== 'bound middleware') return 'is of an instance of hbs with another __express()'
}

/**
 * Finds the instance that a function for `app.engine` is bound to, if that is the one of the package: nothing shows the
 * others, which the app can name.
 */
function instanceOf (fn, exports) {
  if (!isInstance(exports)) return undefined
  if (fn === exports.__express) return exports
  if (fn.name === 'bound middleware' && exports.create) unrecognized(handlebars, undefined, NOT_NAMED)
}

module.exports = { derive, fallbackReason, instanceOf, isInstance, precompileView, renderView }
