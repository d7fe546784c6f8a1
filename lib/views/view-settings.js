'use strict'

const { Engines } = require('./engines')
const { RenderLog } = require('./render-log')
const { resolveFolders } = require('../util/files')
const { CountedCache, LRUCache } = require('../util/lru-cache')
const { memoize } = require('../util/memoize')
const { WITHOUT_EXPRESS } = require('../options')
const { FoundView } = require('./view-source')

/** The number of names kept: a file has many, such as `a` and `./a`. As `max`, it would reserve lists of this size. */
const MOST_NAMES = 10_000

/** @returns {(source: object) => LRUCache<string, object>} gives, for what looks views up, the views by their names */
const createViewCaches = () => memoize(() => new LRUCache({ maxSize: MOST_NAMES, sizeCalculation: () => 1 }))

/** The options of views, with what all sources of a renderer share: engines, the render log, and caches. */
class ViewSettings {
  /**
   * @param {object} options see `options.js`; where one is not set, each source has a default
   * @param {object} [classes] those of the mode, see `lib/modes`
   * @throws {TypeError} if there is no dialect for an engine
   */
  constructor (options, classes) {
    const { cache, cacheSize, engineOptions, engines, extension, views } = options
    Object.assign(this, { cache, engineOptions, extension, options, views })
    // Without Express, both are read from the process now, even if the first view is rendered later.
    this.folders = resolveFolders(views ?? WITHOUT_EXPRESS.views)
    this.isCached = cache ?? WITHOUT_EXPRESS.isCached()
    this.FoundView = classes?.FoundView ?? FoundView
    this.renderLog = new (classes?.RenderLog ?? RenderLog)(options)
    this.engines = new Engines(engines)
    this.viewCacheOf = createViewCaches()
    /** The entries of the compiled templates, see `TemplateLoader.load`. @type {CountedCache<object, object>} */
    this.templateCache = new CountedCache({
      maxSize: cacheSize,
      sizeCalculation: ({ bytes }) => Math.min(bytes, cacheSize),
      dispose: ({ entries, template }) => entries.delete(template.filename)
    })
  }

  clear () {
    this.templateCache.clear()
    this.viewCacheOf = createViewCaches()
  }

  /** @returns {ViewSettings} settings with the same options, which compile all templates anew */
  uncached () {
    return new ViewSettings({ ...this.options, cache: false, cacheSize: Number.MAX_SAFE_INTEGER })
  }
}

module.exports = { ViewSettings }
