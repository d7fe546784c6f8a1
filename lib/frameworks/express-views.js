'use strict'

const path = require('node:path')
const { DEFAULT_EXTENSION, requireEngine, withDot } = require('../engines')
const { isWithin } = require('../files')
const { engineOf, functionOf } = require('./express-engines')
const { isExpressOwn, lastOf } = require('./express-own')

/**
 * A view that is ours to render: `load` gives its template, and throws if the view is outside of the
 * app's `views`; `moment` is when Express calls back with its page.
 *
 * @typedef {{ load: () => import('../template').Template, moment: import('./express-answer').Moment }} Found
 *
 * @typedef {{ engine: object, cache: boolean, templates: import('../templates').Templates }} Setup
 *
 * @typedef {{ dialect: import('../dialects/dialect').Dialect, engine: object }} Engine
 */

/** The views of one Express app, found by its own settings and View class. */
class ExpressViews {
  constructor (app, renderer) {
    const isExpress4 = typeof app.lazyrouter === 'function'
    this.app = app
    this.renderer = renderer
    /** Express 4 calls back within `res.render`, Express 5 after it has returned. */
    this.earliest = isExpress4 ? 'at once' : 'next tick'
    this.join = isExpress4 ? joinAll : joinOwn
    this.View = defaultView(app)
    /** View → what we make of it, null if it is not ours. @type {WeakMap<object, Found | null>} */
    this.known = new WeakMap()
    /** Function that Express calls, or View class → the templates of its engines. @type {WeakMap<Function, Setup[]>} */
    this.setups = new WeakMap()
  }

  /** Merges locals as Express does; `options` are those of `res.render`, with `_locals`. */
  merge (options) {
    const merged = this.join(this.app.locals, options._locals, options)
    merged.cache ??= this.app.enabled('view cache')
    return merged
  }

  /**
   * @param {unknown} cached the `cache` of the merged locals
   * @returns {Found | undefined} nothing if the view is not there or not ours to render
   * @throws {Error} if its engine is missing
   */
  find (name, cached) {
    if (!this.isRenderOwn()) return
    const cache = this.renderer.options.cache ?? Boolean(cached)
    const view = this.lookUp(name, cache)
    if (!view?.path) return

    let found = this.known.get(view)
    if (found === undefined) {
      found = this.describe(view, cache) ?? null
      this.known.set(view, found)
    }
    return found ?? undefined
  }

  /**
   * @returns {boolean} whether Express itself finds no such view
   * @throws as Express does if it knows no engine for it
   */
  isMissing (name) {
    const { app } = this
    if (!this.isRenderOwn()) return false
    const View = app.get('view')
    return !new View(name, { defaultEngine: app.get('view engine'), root: app.get('views'), engines: app.engines }).path
  }

  /** @returns {boolean} whether the app has Express's own `render`; some packages put another in its place */
  isRenderOwn () {
    return isExpressOwn('app.render', lastOf(this.app.render))
  }

  /** @returns {Found | undefined} */
  describe (view, cache) {
    const templates = this.templatesFor(view, cache)
    if (!templates) return
    const { answers } = templates.dialect
    if (!this.isExpressView(view)) return { load: () => templates.load(view.name), moment: answers }
    const moment = answers === 'at once' ? this.earliest : answers
    return { load: isInRoots(view) ? () => templates.load(view.path) : () => { throw outsideOfRoots(view) }, moment }
  }

  /** @returns {object | undefined} the app's View */
  lookUp (name, cache) {
    const { app } = this
    if (cache && app.cache[name]) return app.cache[name]

    const extension = this.extensionOf(name)
    if (extension === undefined || !this.mayBeOurs(extension)) return

    const view = this.createView(name, extension)
    if (cache && view.path) app.cache[name] = view
    return view
  }

  /** @returns {boolean} whether its views have an engine that some dialect may know */
  mayBeOurs (extension) {
    const { app, renderer, View } = this
    return app.get('view') !== View || Boolean(app.engines[extension] || renderer.engines.of(extension))
  }

  extensionOf (name) {
    const own = path.extname(String(name))
    if (own !== '') return own
    return this.defaultEngine && withDot(this.defaultEngine)
  }

  /** The extension of views that are named without one; a View class of the app's own has its own. */
  get defaultEngine () {
    const { app, renderer, View } = this
    return renderer.options.extension ?? (app.get('view engine') || (app.get('view') === View ? DEFAULT_EXTENSION : undefined))
  }

  createView (name, extension) {
    const named = this.namedEngine(extension, name)
    if (named && !this.app.engines[extension]) return this.construct(name, { [extension]: functionOf(named) })
    try {
      return this.construct(name, this.app.engines)
    } catch (error) {
      const dialect = this.renderer.engines.of(extension)?.dialect
      if (!dialect || !isWithoutEngine(error)) throw error
      const engine = requireEngine(dialect, name, this.roots)
      return this.construct(name, { [extension]: functionOf({ dialect, engine }) })
    }
  }

  /** @param {Record<string, Function>} engines what Express calls for views, by extension */
  construct (name, engines) {
    const View = this.app.get('view')
    return new View(name, {
      defaultEngine: this.defaultEngine,
      root: this.renderer.options.views ?? this.app.get('views'),
      engines
    })
  }

  /** The folders of views. */
  get roots () {
    return [this.renderer.options.views ?? this.app.get('views')].flat()
  }

  /** @returns {Engine | undefined} what the option `engines` names */
  namedEngine (extension, name) {
    const named = this.renderer.engines.named.get(extension)
    if (!named) return
    return { ...named, engine: named.engine ?? requireEngine(named.dialect, name, this.roots) }
  }

  /** @returns {import('../templates').Templates | undefined} nothing if the View renders in its own way, or no dialect knows its engine */
  templatesFor (view, cache) {
    const fn = this.isExpressView(view) ? view.engine : view.constructor
    const found = this.engineOf(view, fn)
    if (!found || !found.dialect.appOptions(found.engine, this.app, fn)) return

    const setups = this.setups.get(fn) ?? []
    this.setups.set(fn, setups)
    const known = setups.find((setup) => setup.engine === found.engine && setup.cache === cache)
    if (known) return known.templates

    const templates = this.renderer.templates({ ...found, cache, options: () => this.engineOptions(found, fn) })
    setups.push({ engine: found.engine, cache, templates })
    return templates
  }

  /** @returns {boolean} whether it renders as Express's own do, by the function of an engine */
  isExpressView (view) {
    return view.render === this.View.prototype.render
  }

  /**
   * @param {Function} fn what renders it: the function of an engine, or a View class
   * @returns {Engine | null}
   */
  engineOf (view, fn) {
    const named = this.isExpressView(view) ? this.namedEngine(view.ext, view.name) : undefined
    if (!named) return engineOf(fn, view)
    // When it is first called, the function may change the very engine that is named.
    named.dialect.engineOf(fn, named.engine, view)
    return named
  }

  engineOptions ({ dialect, engine }, fn) {
    const { views, engineOptions } = this.renderer.options
    return { ...dialect.appOptions(engine, this.app, fn), ...(views && { views }), ...engineOptions }
  }
}

/** @returns {boolean} whether Express's View has found no function to call */
function isWithoutEngine ({ code, message }) {
  return code === 'MODULE_NOT_FOUND' || /does not provide a view engine/.test(message)
}

/** Gives Express's own View class, which an app may have replaced by another. */
function defaultView (app) {
  const probe = Object.assign(Object.create(app), { settings: {}, on () {} })
  probe.defaultConfiguration()
  return probe.settings.view
}

function rootsOf (view) {
  return [view.root].flat().map((root) => path.resolve(root))
}

/** @returns {boolean} whether its file is in one of its folders */
function isInRoots (view) {
  return rootsOf(view).some((root) => isWithin(view.path, root))
}

function outsideOfRoots (view) {
  const roots = rootsOf(view).map((root) => `"${root}"`).join(', ')
  return new Error(`View "${view.name}" is outside of the folders of views: ${roots}`)
}

/** Merges as Express 5 does. */
function joinOwn (app, response, render) {
  return { ...app, ...response, ...render }
}

/** Merges as Express 4 does, inherited properties too. */
function joinAll (...sources) {
  const joined = {}
  for (const source of sources) {
    for (const key in source) joined[key] = source[key]
  }
  return joined
}

module.exports = { ExpressViews }
