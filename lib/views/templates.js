'use strict'

const fs = require('node:fs')
const { isEqual } = require('../dialects/shared/instances')
const { statsOf } = require('../util/files')
const { Template } = require('./template')

/**
 * The bytes that a template holds, with its gzip: of any template, and for each byte of its source. Measured
 * for views of 0.3, 3 and 32 KB in all languages, on Node 20: 4 to 18 KB, 18 to 46 KB and 215 to 374 KB.
 */
const BYTES_OF_TEMPLATE = 16 * 1024
const BYTES_OF_SOURCE = 10

/** Why Express renders a view that a dialect could. */
const FULL = 'has no room in the cache of compiled views, see the option "cacheSize"'

/** The templates of one engine with one set of compile options. All engines of a renderer share one LRU cache. */
class Templates {
  /**
   * @param {object} engineSettings the dialect; the `engine`, a package or an instance of it; `options`, which returns
   *   the compile options: the app may change them at any time; without `cache`, each render checks whether the file
   *   has changed
   */
  constructor ({ dialect, engine, options, cache }, { templateCache, fallbacks }) {
    Object.assign(this, { dialect, engine, options, cache, templateCache, fallbacks })
    /** File → its entry, which is also its key in the LRU cache. @type {Map<string, object>} */
    this.entries = new Map()
    this.loadIncluded = (filename) => this.load(filename)
    this.loadOnce = (filename) => this.load(filename, false)
  }

  /** @returns {boolean} whether the cache holds the template of a file, or takes it */
  admits (filename, hasRoom = (cache) => cache.admits()) {
    return this.entries.has(filename) || hasRoom(this.templateCache)
  }

  /**
   * @param {boolean} isKept whether the template is kept; if not, what it includes is not kept either
   * @returns {Template} @throws errors of the engine for a file that it cannot read or compile
   */
  load (filename, isKept = true) {
    const { dialect, engine, entries, templateCache } = this
    const existing = entries.get(filename)
    if (existing !== undefined && this.isCurrent(existing)) {
      templateCache.hits++
      templateCache.get(existing)
      return existing.template
    }

    templateCache.misses++
    const options = this.options()
    const load = isKept ? this.loadIncluded : this.loadOnce
    const before = this.stampOf([filename])
    const source = dialect.read(filename, engine)
    const program = dialect.compile(source, this.contextOf(filename, options, load))
    const template = new Template(filename, program, dialect, this.fallbacks)
    if (!isKept) return template
    const stamp = before + this.stampOf(template.dependencies)
    const entry = { template, options, stamp, bytes: bytesOf(source, template), entries }
    templateCache.delete(entries.get(filename))
    templateCache.set(entry, entry)
    entries.set(filename, entry)
    return template
  }

  /** @returns {import('../dialects/dialect').Context} what the dialect gets with a file */
  contextOf (filename, options = this.options(), load = this.loadIncluded) {
    return { filename, engine: this.engine, options: { __proto__: null, ...options, cache: this.cache }, load }
  }

  isCurrent ({ template, options, stamp }) {
    if (this.cache) return true
    return isEqual(options, this.options()) && this.stampOf([template.filename, ...template.dependencies]) === stamp
  }

  stampOf (files) {
    return this.cache ? '' : files.map(stampOf).join('')
  }
}

/** @returns {number} what a template holds, with the files that its engine compiles into it */
function bytesOf (source, { dependencies }) {
  const sizes = dependencies.map((file) => statsOf(file)?.size ?? 0)
  return BYTES_OF_TEMPLATE + BYTES_OF_SOURCE * sizes.reduce((sum, size) => sum + size, Buffer.byteLength(source))
}

/** @param {string} filename a path, or a name that the engine itself looks up */
function stampOf (filename) {
  try {
    const { ctimeMs, ino, mtimeMs, size } = fs.statSync(filename)
    return `${mtimeMs} ${ctimeMs} ${size} ${ino};`
  } catch {
    return 'missing;'
  }
}

module.exports = { FULL, Templates }
