'use strict'

const { statsOf } = require('../util/files')
const { Template } = require('./template')

/**
 * Estimated memory of a template, its gzip included: a base, plus 10 bytes per byte of its source. Measured for views
 * of 0.3, 3 and 32 KB in all languages, on Node 20: 4 to 18 KB, 18 to 46 KB and 215 to 374 KB.
 */
const BYTES_OF_TEMPLATE = 16 * 1024
const BYTES_OF_SOURCE = 10

/** Why Express renders a view that a dialect could. */
const FULL = 'has no room in the cache of compiled views, see the option "cacheSize"'

/** The templates of one engine with one set of compile options. All engines of a renderer share one LRU cache. */
class TemplateLoader {
  /**
   * @param {object} engineSettings the dialect; the `engine`, a package or an instance of it; `options`, which returns
   *   the compile options: the app may change them at any time; without `cache`, each render reads and compiles the
   *   file; `sharesCache`, whether the engine, called by Express, would compile with the same options
   */
  constructor ({ dialect, engine, options, cache, sharesCache = false }, { templateCache, renderLog }) {
    Object.assign(this, { dialect, engine, options, cache, templateCache, renderLog })
    this.engineCache = cache && sharesCache ? dialect.engineCache : undefined
    /** File → its entry, which is also its key in the LRU cache. @type {Map<string, object>} */
    this.entries = new Map()
    this.loadIncluded = (filename, options) => this.load(filename, true, options)
    this.loadOnce = (filename, options) => this.load(filename, false, options)
  }

  /** @returns {boolean} whether the cache holds the template of a file, or takes it */
  admits (filename, hasRoom = (cache) => cache.admitMiss()) {
    return this.entries.has(filename) || hasRoom(this.templateCache)
  }

  /**
   * @param {boolean} isKept whether the template is kept; if not, what it includes is not kept either
   * @param {object} [options] those to compile with, of the including template, if they count
   * @returns {Template} @throws errors of the engine for a file that it cannot read or compile
   */
  load (filename, isKept = true, options = undefined) {
    const { dialect, engine, engineCache, entries, templateCache } = this
    const existing = entries.get(filename)
    const stored = engineCache?.get(engine, filename) || undefined
    if (existing !== undefined && this.cache && existing.stored === stored) {
      templateCache.hits++
      templateCache.get(existing)
      return existing.template
    }

    templateCache.misses++
    const previous = existing?.template.program
    const source = stored || dialect.readsFiles ? undefined : dialect.read(filename, engine)
    const load = isKept ? this.loadIncluded : this.loadOnce
    const context = Object.assign(this.contextOf(filename, options, load), { previous, stored })
    const program = dialect.compile(source, context)
    if (engineCache && !stored) engineCache.set(engine, filename, program.compiled)
    if (previous !== undefined && program === previous) return existing.template
    const template = new Template(filename, program, dialect, this.renderLog)
    if (!isKept) return template
    const entry = { template, stored: engineCache && program.compiled, bytes: bytesOf(source, template), entries }
    templateCache.delete(existing)
    templateCache.set(entry, entry)
    entries.set(filename, entry)
    return template
  }

  /** @returns {import('../dialects/dialect').Context} what the dialect gets with a file */
  contextOf (filename, given, load = this.loadIncluded) {
    const options = given ?? { __proto__: null, ...this.options(), cache: this.cache }
    return { filename, engine: this.engine, options, load, previous: undefined, stored: undefined }
  }
}

/** @returns {number} what a template holds, with the files that its engine compiles into it */
function bytesOf (source = '', { dependencies }) {
  const sizes = dependencies.map((file) => statsOf(file)?.size ?? 0)
  return BYTES_OF_TEMPLATE + BYTES_OF_SOURCE * sizes.reduce((sum, size) => sum + size, Buffer.byteLength(source))
}

module.exports = { FULL, TemplateLoader }
