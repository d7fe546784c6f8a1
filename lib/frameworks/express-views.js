'use strict'

const path = require('node:path')
const { promisify } = require('node:util')
const { CappedMap } = require('../dialects/shared/capped-map')
const { engineFallback } = require('../dialects/shared/engine-fallback')
const { unrecognized } = require('../dialects/shared/unrecognized')
const { DEFAULT_EXTENSION, requireEngine, withDot } = require('../engines')
const { isWithin, realPathOf } = require('../files')
const { Rendered } = require('../page/rendered')
const { Template } = require('../template')
const { FULL, Templates } = require('../templates')
const { namesBelow } = require('../views')
const { engineOf, functionOf } = require('./express-engines')
const { isExpressOwn, lastOf } = require('./express-own')

/** Why Express renders a view. */
const MISSING = 'is not found'
const REPLACED_RENDER = 'is rendered by a method render that the app has replaced'
const OWN_ENGINE = 'has an engine without a dialect'
const OWN_FUNCTION = 'is rendered by a function whose engine cannot be detected'
const OWN_VIEW = 'is rendered by a View class of the app'
const OTHER_SETTINGS = 'is rendered with settings of the app that the dialect does not support'

/**
 * A view that a dialect renders: `load` throws if the view is outside of the app's `views`; `moment` is when Express alone would call
 * back; with `isAdmitted`, Express alone renders the same, and does so unless the cache admits it; the View class of an app may know no `file`.
 *
 * @typedef {import('../precompile').Located & { moment: import('./callback-moment').Moment, isAdmitted?: true }} DialectView
 *
 * @typedef {{ engine: object, cache: boolean, templates: import('../templates').Templates }} Setup
 *
 * @typedef {{ dialect: import('../dialects/dialect').Dialect, engine: object }} Engine
 */

/** The views of one Express app, looked up by its own settings and View class. */
class ExpressViews {
  constructor (app, compiler) {
    const isExpress4 = typeof app.lazyrouter === 'function'
    this.app = app
    this.compiler = compiler
    /** Express 4 calls back within `res.render`, Express 5 after it has returned. */
    this.earliest = isExpress4 ? 'at once' : 'after the call'
    this.join = isExpress4 ? joinAll : joinOwn
    this.View = defaultView(app)
    /** View → its description, or the reason why Express renders it. @type {WeakMap<object, DialectView | string>} */
    this.viewCache = new WeakMap()
    /** Name → a view that Express itself would not make. One beyond the limit is looked up again. @type {CappedMap<string, object>} */
    this.ownViews = new CappedMap(5000)
    /** Render function of an engine, or View class → the templates of its engines. @type {WeakMap<Function, Setup[]>} */
    this.setups = new WeakMap()
  }

  /** Renders a view without a request: with `app.locals`. @returns {Promise<Rendered>} @throws as Express */
  async render (name, locals) {
    const merged = this.merge({ ...locals })
    const view = this.admittedViewFor(name, merged.cache)
    if (typeof view !== 'string') return view.load(view.isAdmitted).render(merged)
    this.compiler.fallbacks.reportLeftToExpress(name, view)
    const text = await promisify(this.app.render).call(this.app, name, { ...locals })
    return new Rendered(text === '' ? [] : [text])
  }

  get isCaching () {
    return this.app.enabled('view cache')
  }

  /** Merges locals as Express does. `options` is the argument of `res.render`, with `_locals`. */
  merge (options) {
    const merged = this.join(this.app.locals, options)
    merged.cache ??= this.isCaching
    return merged
  }

  /** @returns {DialectView | string} the reason why Express renders the view, if it does. @throws {Error} if its engine is not installed */
  dialectViewFor (name, cached, writesAppCache = cached) {
    if (!this.isRenderOwn()) return REPLACED_RENDER
    if (typeof name !== 'string') return MISSING
    const view = this.lookUp(name, cached, writesAppCache)
    if (typeof view === 'string') return view
    if (!view.path) return MISSING

    let description = this.viewCache.get(view)
    if (description === undefined) {
      description = this.describe(name, view, Boolean(cached))
      this.viewCache.set(view, description)
    }
    return description
  }

  /** @returns {DialectView | string} as `dialectViewFor`, for a render */
  admittedViewFor (name, cached, writesAppCache) {
    const found = this.dialectViewFor(name, cached, writesAppCache)
    return found.isAdmitted && !found.admits() ? FULL : found
  }

  /**
   * Finds a view for `precompile`, with the settings of a render without locals.
   *
   * @returns {DialectView | string} the reason why Express renders the view, if it does
   * @throws as Express, if the view is not found or has no engine
   */
  locate (name) {
    const found = this.dialectViewFor(name, this.merge({}).cache, false)
    // Express reports a view that it does not find at once, and renders nothing.
    if (found === MISSING && this.isOfApp(name)) this.app.render(name, { cache: false }, (error) => { throw error })
    return found
  }

  compiledApart () {
    return new ExpressViews(this.app, this.compiler.apart())
  }

  names () {
    const { app, compiler, roots } = this
    const isView = (extension) => Boolean(app.engines[extension] || compiler.engines.get(extension))
    return namesBelow(roots.map((root) => path.resolve(root)), isView, this.extensionOf(''))
  }

  /** @returns {boolean} whether Express itself does not find the view. @throws as Express, if the view has no engine */
  isMissing (name) {
    const { app } = this
    if (!this.isRenderOwn()) return false
    const View = app.get('view')
    return !new View(name, { defaultEngine: app.get('view engine'), root: app.get('views'), engines: app.engines }).path
  }

  /** @returns {boolean} whether the app has Express's own `render`, which some packages replace */
  isRenderOwn () {
    return isExpressOwn('app.render', lastOf(this.app.render))
  }

  describe (name, view, cached) {
    const found = this.templatesFor(view, cached)
    const isOfApp = this.isOfApp(name)
    if (typeof found === 'string' && isOfApp) return found
    const templates = typeof found === 'string' ? this.fallbackFor(view, found) : found
    const { dialect, engine } = templates
    const own = typeof dialect.answers === 'function' ? dialect.answers(engine) : dialect.answers
    const isAsByExpress = isOfApp && this.isAsByExpress(view) && Boolean(cached) === this.isCaching
    const isAdmitted = (isAsByExpress && this.compiler.engineOptions === undefined) || undefined
    if (!this.isExpressView(view)) return { ...templates.located(() => view.name), file: undefined, moment: own, isAdmitted }
    const roots = [view.root].flat().map((root) => path.resolve(root))
    const isInside = roots.some((root) => isWithin(view.path, root) || isWithin(realPathOf(view.path) ?? view.path, realPathOf(root) ?? root))
    const moment = own === 'at once' ? this.earliest : own
    if (!isInside) return { file: view.path, admits: () => true, load: () => { throw outsideOf(roots, view) }, moment }
    return { ...templates.located(() => view.path), moment, isAdmitted }
  }

  /** Such a view renders itself, as in `app.render`: Express would look up another, by a setting that an option overrides. */
  fallbackFor (view, reason) {
    const program = engineFallback((locals) => promisify(view.render).call(view, locals), reason)
    const template = new Template(view.path, program, undefined, this.compiler.fallbacks)
    return { dialect: { answers: 'promise' }, located: () => ({ file: view.path, admits: () => true, load: () => template }) }
  }

  /** @returns {object | string} as `createView`. `app.cache`, which the whole app reads, takes only views that Express would make */
  lookUp (name, cached, writesAppCache) {
    const { app, compiler, ownViews } = this
    const isKept = compiler.cache ?? cached
    const isOfApp = this.isOfApp(name)
    const isShared = isKept && cached && isOfApp
    if (isShared && app.cache[name]) return app.cache[name]

    const own = isKept && ownViews.get(name)
    const isOwn = own && own.ext === this.extensionOf(name) && own.engine === (app.engines[own.ext] ?? own.engine) && own.root === this.root
    const view = isOwn ? own : this.createView(name, isOfApp ? app.engines : { ...app.engines })
    if (!isKept || !view.path) return view
    if (isShared && writesAppCache && this.isAsByExpress(view)) app.cache[name] = view
    else ownViews.set(name, view)
    return view
  }

  /** @returns {boolean} whether Express, too, would make a view that the app's settings have found */
  isAsByExpress ({ defaultEngine, engine, ext }) {
    const { app } = this
    return app.get('view') !== this.View || (engine === app.engines[ext] && defaultEngine === app.get('view engine'))
  }

  /** @returns {boolean} whether looking the view up again, with this local `cache`, gives what looking it up without locals gave */
  isShared (name, cached) {
    if (Boolean(cached) !== this.isCaching) return false
    return !cached || this.app.cache[name] !== undefined || !this.isOfApp(name)
  }

  /** @returns {boolean} whether no option overrides a setting by which Express looks the view up */
  isOfApp (name) {
    const { engines: { named }, extension, views } = this.compiler
    if (views !== undefined || (extension !== undefined && path.extname(name) === '')) return false
    return named.size === 0 || !named.has(this.extensionOf(name)) || this.app.engines[this.extensionOf(name)] !== undefined
  }

  /** @returns {string | undefined} with its dot; `undefined` without a default, or if the app's setting is no text */
  extensionOf (name) {
    const extension = path.extname(name) || this.defaultEngine
    return typeof extension === 'string' ? withDot(extension) : undefined
  }

  /** The extension of views that are named without one. A custom View class has its own default. */
  get defaultEngine () {
    const { app, compiler, View } = this
    return compiler.extension ?? (app.get('view engine') || (app.get('view') === View ? DEFAULT_EXTENSION : undefined))
  }

  /** @returns {object | string} an instance of the app's View class, which adds to `engines`; the reason why Express renders the view, if it does */
  createView (name, engines) {
    const extension = this.extensionOf(name)
    const isOwnView = this.app.get('view') !== this.View
    if (extension === undefined || !(isOwnView || engines[extension] || this.compiler.engines.get(extension))) return OWN_ENGINE

    const withEngine = ({ dialect, engine }) => this.construct(name, { [extension]: functionOf(engine, dialect) })
    const named = this.namedEngine(extension, name)
    if (named && !engines[extension]) return withEngine(named)
    try {
      return this.construct(name, engines)
    } catch (error) {
      const dialect = this.compiler.engines.get(extension)?.dialect
      if (isOwnView || !dialect || !isWithoutEngine(error)) throw error
      return withEngine({ dialect, engine: requireEngine(dialect, name, this.roots) })
    }
  }

  construct (name, engines) {
    const { app, compiler } = this
    const defaultEngine = path.extname(name) === '' ? this.defaultEngine : compiler.extension ?? app.get('view engine')
    return new (app.get('view'))(name, { defaultEngine, root: this.root, engines })
  }

  get root () {
    return this.compiler.views ?? this.app.get('views')
  }

  get roots () {
    return [this.root].flat()
  }

  /** @returns {Engine | undefined} the engine that the option `engines` names for the extension */
  namedEngine (extension, name) {
    const named = this.compiler.engines.named.get(extension)
    if (!named) return
    return { ...named, engine: named.engine ?? requireEngine(named.dialect, name, this.roots) }
  }

  /** @returns {import('../templates').Templates | string} the reason why Express renders the view, if it does */
  templatesFor (view, cached) {
    const isExpressView = this.isExpressView(view)
    const fn = isExpressView ? view.engine : view.constructor
    const named = this.engineOf(view, fn)
    if (!named && !isExpressView) return OWN_VIEW
    if (!named) return this.reasonAgainstFunction(view.ext)
    if (!named.dialect.appOptions(named.engine, this.app, fn)) return OTHER_SETTINGS
    const cache = this.compiler.cache ?? (named.dialect.ignoresCacheLocal(named.engine) ? this.app.enabled('view cache') : cached)

    const setups = this.setups.get(fn) ?? []
    this.setups.set(fn, setups)
    const existing = setups.find((setup) => setup.engine === named.engine && setup.cache === cache)
    if (existing) return existing.templates

    const { views, engineOptions } = this.compiler
    const options = () => ({ ...named.dialect.appOptions(named.engine, this.app, fn), ...(views && { views }), ...engineOptions })
    const templates = new Templates({ ...named, cache, options }, this.compiler)
    setups.push({ engine: named.engine, cache, templates })
    return templates
  }

  /** @returns {string} why Express calls a function of the app for an extension. Many functions render `.html` */
  reasonAgainstFunction (extension) {
    const named = this.compiler.engines.get(extension)
    if (named === undefined) return OWN_ENGINE
    return extension === DEFAULT_EXTENSION ? OWN_FUNCTION : unrecognized(named.dialect.package, undefined, OWN_FUNCTION)
  }

  /** @returns {boolean} whether the view has the `render` method of Express's View class, which calls the function of an engine */
  isExpressView (view) {
    return view.render === this.View.prototype.render
  }

  /** @returns {Engine | null} that of a render function or a View class; null if no dialect supports it */
  engineOf (view, fn) {
    const named = this.isExpressView(view) ? this.namedEngine(view.ext, view.name) : undefined
    if (!named) return engineOf(fn, view)
    // At its first call, the function may change the named engine itself.
    named.dialect.engineOf(fn, named.engine, view)
    return named
  }
}

function isWithoutEngine ({ code, message }) {
  return code === 'MODULE_NOT_FOUND' || /does not provide a view engine/.test(message)
}

/** Returns Express's own View class, which the app may have replaced. */
function defaultView (app) {
  const probe = Object.assign(Object.create(app), { settings: {}, on () {} })
  probe.defaultConfiguration()
  return probe.settings.view
}

function outsideOf (roots, view) {
  return new Error(`View "${view.name}" is outside of the views folders: ${roots.map((root) => `"${root}"`).join(', ')}`)
}

/** Merges locals as Express 5 does. */
function joinOwn (app, options) {
  return { ...app, ...options._locals, ...options }
}

/** Merges locals as Express 4 does, including inherited properties. */
function joinAll (app, options) {
  const joined = {}
  const add = (source) => {
    for (const key in source) joined[key] = source[key]
  }
  add(app)
  if (options._locals) add(options._locals)
  add(options)
  return joined
}

module.exports = { ExpressViews, REPLACED_RENDER }
