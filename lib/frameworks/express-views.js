'use strict'

const { promisify } = require('node:util')
const { UNKNOWN, unrecognized, versionOf } = require('../dialects/guards/unrecognized')
const { DEFAULT_EXTENSION } = require('../views/engines')
const { isWithin, realPathOf, resolveFolders } = require('../util/files')
const { Rendered } = require('../page/rendered')
const { FULL, TemplateLoader } = require('../views/template-loader')
const { MISSING } = require('../views/view-source')
const { belongsTo, engineOfFunction } = require('./express-engines')
const { ExpressLookup, UNKNOWN_ENGINE } = require('./express-lookup')
const { lastOf } = require('./express-methods')
const { EXPRESS, createCheck } = require('../response/slots')

/** Why Express renders a view. */
const UNKNOWN_FUNCTION = 'is rendered by a function whose engine cannot be detected'
const REPLACED_FUNCTION = 'is rendered by a function of its engine that calls another than its own'
const VIEW_CLASS_OF_APP = 'is rendered by a View class of the app'
const OTHER_SETTINGS = 'is rendered with settings of the app that the dialect does not support'

/** @typedef {import('../views/view-source').FoundView | import('../views/view-source').LeftView} FoundOrLeft */

/** The views of one Express app: a `ViewSource`. */
class ExpressViews {
  constructor (app, viewSettings) {
    this.app = app
    this.viewSettings = viewSettings
    this.isExpress4 = typeof app.lazyrouter === 'function'
    this.findReplaced = createCheck('app', app, lastOf)
    this.lookup = new ExpressLookup(app, viewSettings)
    /** View → its description. @type {WeakMap<object, FoundOrLeft>} */
    this.foundCache = new WeakMap()
    /** Render function or View class → the templates of its engines. @type {WeakMap<Function, TemplateLoader[]>} */
    this.templates = new WeakMap()
  }

  /** Renders a view without a request: with `app.locals`. @returns {Promise<Rendered>} @throws as Express */
  async render (name, locals) {
    const { app, viewSettings } = this
    const merged = this.merge({ ...locals })
    const found = this.findToRender(name, merged)
    if (!found.reason) return found.render(name, merged)
    viewSettings.renderLog.reportLeftToExpress(name, found.reason, found.view)
    const text = await (found.view === undefined
      ? promisify(app.render).call(app, name, { ...locals })
      : promisify(this.renderByExpress).call(this, name, found, merged))
    return Rendered.ofText(text)
  }

  /** Merges locals as Express does. `options` is the argument of `res.render`, with `_locals`. */
  merge (options) {
    const { app } = this
    const merged = this.isExpress4 ? joinAll(app.locals, options) : { ...app.locals, ...options._locals, ...options }
    merged.cache ??= app.enabled('view cache')
    return merged
  }

  /** @returns {string | undefined} why Express renders all views: a method that its `render` calls is not its own */
  get leftReason () {
    const method = this.findReplaced()
    return method && replaced(`app.${method}`)
  }

  /**
   * Looks a view up as Express does, once the locals are merged, with their `cache`.
   *
   * @param {boolean} [isRender] whether `app.cache` may keep the view
   * @throws as Express, if the view has no engine
   */
  find (name, { cache }, isRender = false) {
    const reason = this.leftReason
    if (reason !== undefined) return { reason }
    if (typeof name !== 'string') return { reason: MISSING }
    const isOfApp = this.lookup.isOfApp(name)
    const view = this.lookup.find(name, cache, isRender, isOfApp)
    if (!view.path) return { reason: MISSING }

    const known = this.foundCache.get(view)
    if (known !== undefined && this.isAsFound(known)) return known
    const found = this.describe(view, Boolean(cache), isOfApp)
    if (!found.reason) this.foundCache.set(view, found)
    return found
  }

  /** @returns {boolean} whether Express would still call the engine for the view, and no function of the app instead */
  isAsFound ({ file, templates, view }) {
    const isExpressView = this.lookup.isExpressView(view)
    if (isExpressView !== (file !== undefined)) return false
    // A view outside of the folders has none.
    if (templates === undefined) return true
    const { cache, dialect, engine } = templates
    const fn = isExpressView ? view.engine : view.constructor
    return dialect.isCalledBy(engine, fn) && (cache || dialect.appOptions(engine, this.app, fn) !== undefined)
  }

  /** @returns {FoundOrLeft} as `find`; Express renders what the cache does not take, if it renders the same */
  findToRender (name, merged) {
    const found = this.find(name, merged, true)
    return found.usesExpressIfFull && !found.admits() ? { view: found.view, reason: FULL } : found
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

  uncached () {
    return new ExpressViews(this.app, this.viewSettings.uncached())
  }

  names () {
    const { namesBelow } = require('../views/view-files')
    const { app, lookup, viewSettings } = this
    const isView = (extension) => Boolean(app.engines[extension] || viewSettings.engines.get(extension))
    return namesBelow(resolveFolders(lookup.root), isView, lookup.extensionOf(''))
  }

  describe (view, cached, isOfApp) {
    const templates = this.templatesFor(view, cached)
    const isExpressView = this.lookup.isExpressView(view)
    const reason = typeof templates === 'string' ? templates : undefined
    if (reason && (isOfApp || !isExpressView)) return { view, reason }
    const ofDialect = reason ? 'at once' : templates.dialect.answers
    const moment = typeof ofDialect === 'function' ? ofDialect(templates.engine) : ofDialect
    const hasOptions = this.viewSettings.engineOptions !== undefined
    const usesExpressIfFull = (isOfApp && this.lookup.isAsByExpress(view) && !hasOptions) || undefined
    if (!isExpressView) {
      const more = { file: undefined, view, moment, usesExpressIfFull }
      return new this.viewSettings.FoundView(view.name, templates, () => view.name, more)
    }
    const roots = resolveFolders(view.root)
    // Where the app itself looks views up, it may find them anywhere.
    const isInside = !this.lookup.isLookedUpByExpress(view) || roots.some((root) =>
      isWithin(view.path, root) || isWithin(realPathOf(view.path) ?? view.path, realPathOf(root) ?? root))
    if (reason && isInside) return { view, reason }
    // Express 4 calls back within `res.render`, Express 5 after it has returned.
    const viewMoment = moment === 'at once' && !this.isExpress4 ? 'after the call' : moment
    const more = { view, moment: viewMoment, usesExpressIfFull }
    const load = () => { throw require('../views/view-files').outsideOf(roots, view.name) }
    if (!isInside) Object.assign(more, { templates: undefined, admits: () => true, load })
    return new this.viewSettings.FoundView(view.name, templates, () => view.path, more)
  }

  /** @returns {import('../views/template-loader').TemplateLoader | string} why Express renders the view, if it does */
  templatesFor (view, cached) {
    const isExpressView = this.lookup.isExpressView(view)
    const fn = isExpressView ? view.engine : view.constructor
    const byOption = isExpressView ? this.lookup.namedEngine(view.ext, view.name) : undefined
    // At its first call, the function may change the named engine itself.
    const isOfEngine = byOption === undefined || belongsTo(fn, view, byOption)
    const named = byOption ?? engineOfFunction(fn, view)
    if (!named && !isExpressView) return VIEW_CLASS_OF_APP
    if (!named) return this.leftReasonOf(view.ext)
    if (!named.dialect.isCalledBy(named.engine, fn)) return REPLACED_FUNCTION
    if (!named.dialect.appOptions(named.engine, this.app, fn)) return OTHER_SETTINGS
    const cache = this.viewSettings.cache ??
      (named.dialect.ignoresCacheLocal(named.engine) ? this.app.enabled('view cache') : cached)

    const known = this.templates.get(fn) ?? []
    this.templates.set(fn, known)
    const existing = known.find((each) => each.engine === named.engine && each.cache === cache)
    if (existing) return existing

    const { views, engineOptions } = this.viewSettings
    const isOfApp = this.viewSettings.cache === undefined && !views && !engineOptions
    const sharesCache = isOfApp && isOfEngine
    const options = () => ({
      ...named.dialect.appOptions(named.engine, this.app, fn),
      ...(views && { views }),
      ...engineOptions
    })
    const templates = new TemplateLoader({ ...named, cache, options, sharesCache }, this.viewSettings)
    known.push(templates)
    return templates
  }

  /** @returns {string} why Express calls a function of the app for an extension. Many functions render `.html` */
  leftReasonOf (extension) {
    const named = this.viewSettings.engines.get(extension)
    if (named === undefined) return UNKNOWN_ENGINE
    const { guard } = named.dialect
    return extension === DEFAULT_EXTENSION || guard === undefined
      ? UNKNOWN_FUNCTION
      : unrecognized(guard, undefined, UNKNOWN_FUNCTION)
  }
}

let hasWarned = false

/** @returns {string} why Express renders a view: it calls a function that is not its own, as far as we know */
function replaced (name) {
  const version = hasWarned ? undefined : versionOf('express', {})
  if (version !== undefined && version !== UNKNOWN && !EXPRESS.includes(version)) {
    const message = `Views are rendered without a gain, because Express ${version} is not known (${name}): ` +
      `npm install express@${EXPRESS.at(-1)}, or wait for a release of buffered-render`
    process.emitWarning(message, { code: 'BUFFERED_RENDER_ENGINE' })
  }
  hasWarned = true
  return `is rendered by Express with another ${name} than its own`
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

module.exports = { ExpressViews, replaced }
