'use strict'

const path = require('node:path')
const { isSame } = require('../dialects/shared/instances')
const { isStock } = require('../response/slots')
const { DEFAULT_EXTENSION, requireEngine, withDot } = require('../views/engines')
const { functionOf } = require('./express-engines')

/** Why Express renders a view. */
const UNKNOWN_ENGINE = 'has an engine without a dialect'

/** Finds the objects of an app's View class, by the settings of the app and the options that override them. */
class ExpressLookup {
  constructor (app, viewSettings) {
    this.app = app
    this.viewSettings = viewSettings
  }

  /** @returns {object} like `createView`. `app.cache`, which the app reads, takes only views that Express would make */
  find (name, cached, isRender, isOfApp) {
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
    const isClassOfApp = !this.isViewOfExpress
    const isByExpress = isOfApp && this.isAsByExpress(view)
    // `precompile` keeps a view for the first render, after which the file may be removed.
    if (!isByExpress || !(isRender || isClassOfApp)) {
      if (!isCurrent && (kept || ourViews.admitMiss())) ourViews.set(name, view)
    } else if (isRender && cached) {
      app.cache[name] = view
      ourViews.delete(name)
    }
    return view
  }

  /** @returns {boolean} whether Express, too, would make a view that the app's settings have found */
  isAsByExpress ({ defaultEngine, engine, ext }) {
    const { app } = this
    return !this.isViewOfExpress || (engine === app.engines[ext] && defaultEngine === app.get('view engine'))
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

  /** The extension of views that are named without one. A custom View class has a different default. */
  get defaultEngine () {
    const { app, viewSettings } = this
    return viewSettings.extension ??
      (app.get('view engine') || (this.isViewOfExpress ? DEFAULT_EXTENSION : undefined))
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
      if (!dialect) this.viewSettings.renderLog.reportLeftToExpress(name, UNKNOWN_ENGINE)
      if (!this.isViewOfExpress || !dialect) throw error
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

  /** @returns {boolean} whether the app has Express's View class, not another or a subclass */
  get isViewOfExpress () {
    return isStock['View'](this.app.get('view'))
  }

  /** @returns {boolean} whether it has the `render` of Express's class, which calls the function of an engine */
  isExpressView (view) {
    return isStock['View.render'](view.render)
  }

  isLookedUpByExpress ({ lookup, resolve }) {
    return this.isViewOfExpress && isStock['View.lookup'](lookup) && isStock['View.resolve'](resolve)
  }
}

module.exports = { ExpressLookup, UNKNOWN_ENGINE }
