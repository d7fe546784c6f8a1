'use strict'

const path = require('node:path')
const { dialects } = require('../dialects')
const { missingEngine, withDot } = require('../engines')
const { isWithin } = require('../views')

/**
 * The views of one Express app, found by its own settings and View class.
 */
class ExpressViews {
  /**
   * @param {object} app
   * @param {import('../renderer').Renderer} renderer
   */
  constructor (app, renderer) {
    const isExpress4 = typeof app.lazyrouter === 'function'
    this.app = app
    this.renderer = renderer
    /** Express 4 sends within `res.render`, Express 5 after it has returned. */
    this.sendsAtOnce = isExpress4
    this.assign = isExpress4 ? assignAll : Object.assign
    this.expressRender = defaultView(app).prototype.render
    /** What is known of each View: its templates, or nothing if not ours. */
    this.known = new WeakMap()
    this.setups = new Map()
  }

  /**
   * Merges locals as Express does.
   *
   * @param {object} options what `res.render` got, with `_locals`
   * @returns {object}
   */
  merge (options) {
    const { app, assign } = this
    const merged = assign(assign(assign({}, app.locals), options._locals), options)
    merged.cache ??= app.enabled('view cache')
    return merged
  }

  /**
   * @param {string} name
   * @param {unknown} cached the `cache` of the merged locals
   * @returns {import('../template/template').Template | undefined} nothing if
   *   the view is not there or not ours to render
   * @throws {Error} if the view is outside of the app's `views`, or its engine
   *   is missing
   */
  find (name, cached) {
    const cache = this.renderer.options.cache ?? Boolean(cached)
    const view = this.lookUp(name, cache)
    if (!view?.path) return

    let templates = this.known.get(view)
    if (templates === undefined) {
      templates = this.templatesFor(view, cache) ?? null
      this.known.set(view, templates)
    }
    return templates?.load(view.path)
  }

  /**
   * @param {string} name
   * @param {boolean} cache
   * @returns {object | undefined} the app's View
   */
  lookUp (name, cache) {
    const { app } = this
    if (cache && app.cache[name]) return app.cache[name]

    const extension = this.extensionOf(name)
    if (extension === undefined || !(app.engines[extension] || this.renderer.engines.of(extension))) return

    const view = this.createView(name, extension)
    if (cache && view.path) app.cache[name] = view
    return view
  }

  /**
   * @param {string} name
   * @returns {string | undefined}
   */
  extensionOf (name) {
    const own = path.extname(String(name))
    if (own !== '') return own
    const byDefault = this.renderer.options.extension ?? this.app.get('view engine')
    return byDefault && withDot(byDefault)
  }

  /**
   * @param {string} name
   * @param {string} extension
   * @returns {object}
   */
  createView (name, extension) {
    const { app, renderer } = this
    const View = app.get('view')
    try {
      return new View(name, {
        defaultEngine: renderer.options.extension ?? app.get('view engine'),
        root: renderer.options.views ?? app.get('views'),
        engines: app.engines
      })
    } catch (error) {
      const dialect = renderer.engines.of(extension)?.dialect
      if (error.code === 'MODULE_NOT_FOUND' && dialect) throw missingEngine(dialect.name, name, error)
      throw error
    }
  }

  /**
   * @param {object} view
   * @param {boolean} cache
   * @returns {import('../templates').Templates | undefined} nothing if the View
   *   renders in a way of its own, or by an engine that no dialect knows
   */
  templatesFor (view, cache) {
    if (view.render !== this.expressRender) return
    const found = this.engineOf(view)
    const options = found && this.engineOptions(found)
    if (!options) return

    assertWithin(view)
    const key = `${view.ext} ${cache}`
    let templates = this.setups.get(key)
    if (templates === undefined) {
      templates = this.renderer.templates({ ...found, options, cache })
      this.setups.set(key, templates)
    }
    return templates
  }

  /**
   * @param {object} view
   * @returns {{ dialect: import('../dialects').Dialect, engine: object } | undefined}
   */
  engineOf (view) {
    const named = this.renderer.engines.named.get(view.ext)
    if (named?.engine) return named

    for (const dialect of dialects) {
      const engine = loadedEngines(dialect).find((engine) => dialect.renders(engine, view.engine))
      if (engine) return { dialect, engine }
    }
  }

  /**
   * @param {{ dialect: import('../dialects').Dialect, engine: object }} found
   * @returns {object | undefined} nothing if only Express can tell
   */
  engineOptions ({ dialect, engine }) {
    const options = dialect.appOptions(engine, this.app)
    return options && { ...options, ...this.renderer.options.engineOptions }
  }
}

/**
 * Gives Express's own View class, which an app may have replaced by another.
 *
 * @param {object} app
 * @returns {Function}
 */
function defaultView (app) {
  const probe = Object.assign(Object.create(app), { settings: {}, on () {} })
  probe.defaultConfiguration()
  return probe.settings.view
}

/**
 * Finds every copy of an engine that has been loaded: an app may have several
 * versions installed, and the one it registered is the one to use.
 *
 * @param {import('../dialects').Dialect} dialect
 * @returns {object[]}
 */
function loadedEngines (dialect) {
  return Object.keys(require.cache)
    .filter((file) => file.includes(dialect.name))
    .map((file) => require.cache[file]?.exports)
    .filter((exports) => exports && dialect.accepts(exports))
}

/**
 * @param {object} view
 * @throws {Error} if its file is in none of its folders
 */
function assertWithin (view) {
  const roots = [view.root].flat().map((root) => path.resolve(root))
  if (roots.some((root) => isWithin(view.path, root))) return
  throw new Error(`View "${view.name}" is outside of the folders of views: ${roots.map((root) => `"${root}"`).join(', ')}`)
}

/**
 * Copies inherited properties too, as Express 4 does.
 *
 * @param {object} to
 * @param {object | undefined} from
 * @returns {object} `to`
 */
function assignAll (to, from) {
  for (const key in from) to[key] = from[key]
  return to
}

module.exports = { ExpressViews }
