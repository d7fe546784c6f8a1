'use strict'

const path = require('node:path')
const { promisify } = require('node:util')
const { isSame } = require('../dialects/shared/instances')
const { unrecognized } = require('../dialects/guards/unrecognized')
const { DEFAULT_EXTENSION, requireEngine, withDot } = require('../views/engines')
const { isWithin, realPathOf } = require('../util/files')
const { Rendered } = require('../page/rendered')
const { FULL, Templates } = require('../views/templates')
const { MISSING } = require('../views/view-source')
const { engineOfFunction, functionOf } = require('./express-engines')
const { isExpressMethod, lastOf } = require('./express-methods')

/** Why Express renders a view. */
const REPLACED_RENDER = 'is rendered by a method render that the app has replaced'
const UNKNOWN_ENGINE = 'has an engine without a dialect'
const UNKNOWN_FUNCTION = 'is rendered by a function whose engine cannot be detected'
const VIEW_CLASS_OF_APP = 'is rendered by a View class of the app'
const OTHER_SETTINGS = 'is rendered with settings of the app that the dialect does not support'

/** @typedef {import('../views/view-source').FoundView | import('../views/view-source').LeftView} FoundOrLeft */

/** The views of one Express app, looked up by its settings and View class: a `ViewSource`. */
class ExpressViews {
  constructor (app, viewSettings) {
    this.app = app
    this.viewSettings = viewSettings
    this.isExpress4 = typeof app.lazyrouter === 'function'
    this.View = defaultView(app)
    /** View → its description. @type {WeakMap<object, FoundOrLeft>} */
    this.foundCache = new WeakMap()
    /** Render function or View class → the templates of its engines. @type {WeakMap<Function, Templates[]>} */
    this.templates = new WeakMap()
  }

  /** Renders a view without a request: with `app.locals`. @returns {Promise<Rendered>} @throws as Express */
  async render (name, locals) {
    const { app, viewSettings } = this
    const merged = this.merge({ ...locals })
    const found = this.findToRender(name, merged)
    if (!found.reason) return found.render(name, merged)
    viewSettings.fallbacks.reportLeftToExpress(name, found.reason, found.view)
    const text = await (found.reason === REPLACED_RENDER
      ? promisify(app.render).call(app, name, { ...locals })
      : promisify(this.renderByExpress).call(this, name, found, merged))
    return new Rendered(text === '' ? [] : [text])
  }

  /** Merges locals as Express does. `options` is the argument of `res.render`, with `_locals`. */
  merge (options) {
    const { app } = this
    const merged = this.isExpress4 ? joinAll(app.locals, options) : { ...app.locals, ...options._locals, ...options }
    merged.cache ??= app.enabled('view cache')
    return merged
  }

  /** @returns {boolean} whether the app has another `render` than Express's, which some packages replace */
  get isReplaced () {
    return !isExpressMethod('app.render', lastOf(this.app.render))
  }

  /**
   * Looks a view up as Express does, once the locals are merged, with their `cache`.
   *
   * @param {boolean} [isRender] whether `app.cache` may keep the view
   * @throws as Express, if the view has no engine
   */
  find (name, { cache }, isRender = false) {
    if (this.isReplaced) return { reason: REPLACED_RENDER }
    if (typeof name !== 'string') return { reason: MISSING }
    const isOfApp = this.isOfApp(name)
    const view = this.lookUp(name, cache, isRender, isOfApp)
    if (!view.path) return { reason: MISSING }

    const known = this.foundCache.get(view)
    if (known !== undefined) return known
    const found = this.describe(view, Boolean(cache), isOfApp)
    this.foundCache.set(view, found)
    return found
  }

  /** @returns {FoundOrLeft} as `find`; Express renders what the cache does not take, if it renders the same */
  findToRender (name, merged) {
    const found = this.find(name, merged, true)
    return found.isLeftIfFull && !found.admits() ? { view: found.view, reason: FULL } : found
  }

  /** Gives Express's error for a missing view, unless Express finds it. @throws as Express, if it has no engine */
  missingError (name) {
    const { app } = this
    const view = new (app.get('view'))(name, {
      defaultEngine: app.get('view engine'),
      root: app.get('views'),
      engines: app.engines
    })
    let missing
    if (!view.path) this.renderByExpress(name, { view }, { cache: false }, (error) => { missing = error })
    return missing
  }

  /** Calls Express's `app.render` for merged locals, and with the view, if it is given. */
  renderByExpress (name, { view }, locals, done) {
    const { app } = this
    const found = view && { cache: { __proto__: null }, get: () => function () { return view } }
    const settings = { cache: app.cache, engines: app.engines, get: (setting) => app.get(setting), ...found }
    // Express 4 copies what is inherited, and sets a prototype that a property names.
    const merged = this.isExpress4 ? { ...locals, ['__proto__']: Object.getPrototypeOf(locals) } : locals
    lastOf(app.render).call({ ...settings, locals: merged }, name, {}, done)
  }

  compiledApart () {
    return new ExpressViews(this.app, this.viewSettings.apart())
  }

  names () {
    const { namesBelow } = require('../views/view-files')
    const { app, root, viewSettings } = this
    const isView = (extension) => Boolean(app.engines[extension] || viewSettings.engines.get(extension))
    return namesBelow([root].flat().map((folder) => path.resolve(folder)), isView, this.extensionOf(''))
  }

  describe (view, cached, isOfApp) {
    const templates = this.templatesFor(view, cached)
    const isExpressView = this.isExpressView(view)
    const reason = typeof templates === 'string' ? templates : undefined
    if (reason && (isOfApp || !isExpressView)) return { view, reason }
    const answers = reason ? 'at once' : templates.dialect.answers
    const answer = typeof answers === 'function' ? answers(templates.engine) : answers
    const hasOptions = this.viewSettings.engineOptions !== undefined
    const isLeftIfFull = (isOfApp && this.isAsByExpress(view) && !hasOptions) || undefined
    if (!isExpressView) {
      return new this.viewSettings.FoundView(view.name, templates, () => view.name, {
        file: undefined,
        view,
        moment: answer,
        isLeftIfFull
      })
    }
    const roots = [view.root].flat().map((root) => path.resolve(root))
    const isInside = roots.some((root) =>
      isWithin(view.path, root) || isWithin(realPathOf(view.path) ?? view.path, realPathOf(root) ?? root))
    if (reason && isInside) return { view, reason }
    // Express 4 calls back within `res.render`, Express 5 after it has returned.
    const moment = answer === 'at once' && !this.isExpress4 ? 'after the call' : answer
    const load = () => { throw require('../views/view-files').outsideOf(roots, view.name) }
    const more = isInside ? {} : { templates: undefined, admits: () => true, load }
    return new this.viewSettings.FoundView(view.name, templates, () => view.path, {
      view,
      moment,
      isLeftIfFull,
      ...more
    })
  }

  /** @returns {object} as `createView`. `app.cache`, which the app reads, takes only views that Express would make */
  lookUp (name, cached, isRender, isOfApp) {
    const { app, viewSettings } = this
    const isKept = viewSettings.cache ?? cached
    const shared = isOfApp && isKept && cached && app.cache[name]
    if (shared) return shared
    const ourViews = viewSettings.viewCacheOf(this)
    const kept = isKept && ourViews.get(name)
    const isCurrent = kept && this.isCurrent(kept, name)
    // The View class adds engines.
    const view = isCurrent ? kept : this.createView(name, isOfApp ? app.engines : Object.create(app.engines))
    if (!isKept || !view.path) return view
    const isClassOfApp = app.get('view') !== this.View
    const isByExpress = isOfApp && this.isAsByExpress(view)
    // `precompile` keeps a view for the first render, after which the file may be removed.
    if (!isByExpress || !(isRender || isClassOfApp)) {
      if (!isCurrent && (kept || ourViews.admits())) ourViews.set(name, view)
    } else if (isRender && cached) {
      app.cache[name] = view
      ourViews.delete(name)
    }
    return view
  }

  /** @returns {boolean} whether Express, too, would make a view that the app's settings have found */
  isAsByExpress ({ defaultEngine, engine, ext }) {
    const { app } = this
    return app.get('view') !== this.View || (engine === app.engines[ext] && defaultEngine === app.get('view engine'))
  }

  /** @returns {boolean} whether a view that is kept is the one that the settings give */
  isCurrent (view, name) {
    const { app } = this
    return view.ext === this.extensionOf(name) && view.engine === (app.engines[view.ext] ?? view.engine) &&
      view.root === this.root && Object.getPrototypeOf(view) === app.get('view').prototype
  }

  /** @returns {boolean} whether no option overrides a setting by which Express looks the view up */
  isOfApp (name) {
    const { app, viewSettings: { engines: { named }, extension, views } } = this
    if (views !== undefined && !isSame(views, app.get('views'))) return false
    if (extension !== undefined && extension !== app.get('view engine') && path.extname(name) === '') return false
    return named.size === 0 || !named.has(this.extensionOf(name)) || app.engines[this.extensionOf(name)] !== undefined
  }

  /** @returns {string | undefined} with its dot; `undefined` without a default, or if the app's setting is no text */
  extensionOf (name) {
    const extension = path.extname(name) || this.defaultEngine
    return typeof extension === 'string' ? withDot(extension) : undefined
  }

  /** The extension of views that are named without one. A custom View class has another default. */
  get defaultEngine () {
    const { app, viewSettings, View } = this
    return viewSettings.extension ??
      (app.get('view engine') || (app.get('view') === View ? DEFAULT_EXTENSION : undefined))
  }

  /** @returns {object} an instance of the app's View class, which adds to `engines` */
  createView (name, engines) {
    const extension = this.extensionOf(name)
    const withEngine = ({ dialect, engine }) => this.construct(name, { [extension]: functionOf(engine, dialect) })
    const named = this.namedEngine(extension, name)
    if (named && !engines[extension]) return withEngine(named)
    try {
      return this.construct(name, engines)
    } catch (error) {
      const dialect = extension && this.viewSettings.engines.get(extension)?.dialect
      if (!dialect) this.viewSettings.fallbacks.reportLeftToExpress(name, UNKNOWN_ENGINE)
      if (this.app.get('view') !== this.View || !dialect) throw error
      if (error.code !== 'MODULE_NOT_FOUND' && !/does not provide a view engine/.test(error.message)) throw error
      return withEngine({ dialect, engine: requireEngine(dialect, name, this.root) })
    }
  }

  construct (name, engines) {
    const { app, viewSettings } = this
    const defaultEngine = path.extname(name) === ''
      ? this.defaultEngine
      : viewSettings.extension ?? app.get('view engine')
    return new (app.get('view'))(name, { defaultEngine, root: this.root, engines })
  }

  get root () {
    return this.viewSettings.views ?? this.app.get('views')
  }

  /** Gives the `NamedEngine` that the option `engines` names for the extension, if it does. */
  namedEngine (extension, name) {
    const named = this.viewSettings.engines.named.get(extension)
    if (!named) return
    return { ...named, engine: named.engine ?? requireEngine(named.dialect, name, this.root) }
  }

  /** @returns {import('../views/templates').Templates | string} the reason why Express renders the view, if it does */
  templatesFor (view, cached) {
    const isExpressView = this.isExpressView(view)
    const fn = isExpressView ? view.engine : view.constructor
    const byOption = isExpressView ? this.namedEngine(view.ext, view.name) : undefined
    // At its first call, the function may change the named engine itself.
    byOption?.dialect.engineOf(fn, byOption.engine, view)
    const named = byOption ?? engineOfFunction(fn, view)
    if (!named && !isExpressView) return VIEW_CLASS_OF_APP
    if (!named) return this.reasonAgainstFunction(view.ext)
    if (!named.dialect.appOptions(named.engine, this.app, fn)) return OTHER_SETTINGS
    const cache = this.viewSettings.cache ??
      (named.dialect.ignoresCacheLocal(named.engine) ? this.app.enabled('view cache') : cached)

    const known = this.templates.get(fn) ?? []
    this.templates.set(fn, known)
    const existing = known.find((each) => each.engine === named.engine && each.cache === cache)
    if (existing) return existing

    const { views, engineOptions } = this.viewSettings
    const options = () => ({
      ...named.dialect.appOptions(named.engine, this.app, fn),
      ...(views && { views }),
      ...engineOptions
    })
    const templates = new Templates({ ...named, cache, options }, this.viewSettings)
    known.push(templates)
    return templates
  }

  /** @returns {string} why Express calls a function of the app for an extension. Many functions render `.html` */
  reasonAgainstFunction (extension) {
    const named = this.viewSettings.engines.get(extension)
    if (named === undefined) return UNKNOWN_ENGINE
    const { guard } = named.dialect
    return extension === DEFAULT_EXTENSION || guard === undefined
      ? UNKNOWN_FUNCTION
      : unrecognized(guard, undefined, UNKNOWN_FUNCTION)
  }

  /** @returns {boolean} whether it has the `render` of Express's View class, which calls the function of an engine */
  isExpressView (view) {
    return view.render === this.View.prototype.render
  }
}

/** Returns Express's View class, which the app may have replaced. Nothing of the app is read or set. */
function defaultView (app) {
  const set = (name, value) => { settings[name] = value }
  const settings = {}
  app.defaultConfiguration.call({ settings, set, enable () {}, on () {} })
  return settings.view
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
