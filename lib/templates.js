'use strict'

const fs = require('node:fs')
const { engineFallback } = require('./dialects/shared/engine-fallback')
const { isEqual } = require('./dialects/shared/instances')
const { statsOf } = require('./files')
const { Template } = require('./template')

/**
 * What a template holds, with its gzip, and for each byte of source. Measured for views of 0.3, 3 and 32 KB in all
 * languages, on Node 20: 4 to 18 KB, 18 to 46 KB and 215 to 374 KB.
 */
const BYTES_OF_TEMPLATE = 16 * 1024
const BYTES_OF_SOURCE = 10

/** Why an engine renders a view that a dialect could. */
const FULL = 'has no room in the cache of compiled views, see the option "cacheSize"'

let instances = 0

/** The templates of one engine with one set of compile options. All engines of a renderer share one LRU cache. */
class Templates {
  /**
   * @param {object} setup the dialect; the `engine`, a package or an instance of it; `options`, which returns the compile options: the app
   *   may change them at any time; without `cache`, each render checks whether the file has changed
   */
  constructor ({ dialect, engine, options, cache }, { templateCache, fallbacks }) {
    Object.assign(this, { dialect, engine, options, cache, templateCache, fallbacks })
    this.prefix = `${instances++}:`
    /** File → its key in the LRU cache. Making the key at each render would be the largest cost here. @type {Map<string, string>} */
    this.keyCache = new Map()
    this.load = this.load.bind(this)
  }

  /**
   * @param {(cache: object) => boolean} [hasRoom] whether the cache takes a new view, or its engine renders it; the cache
   *   always takes what views include
   * @returns {Template} @throws errors of the engine for a file that it cannot read or compile
   */
  load (filename, hasRoom) {
    const key = this.keyCache.get(filename) ?? this.prefix + filename
    const entry = this.templateCache.get(key)
    if (entry !== undefined && this.isCurrent(entry)) {
      this.templateCache.hits++
      return entry.template
    }

    this.templateCache.misses++
    const { cache, dialect, engine, load } = this
    const options = this.options()
    const context = { filename, engine, options: { __proto__: null, ...options, cache }, load }
    const isKept = entry !== undefined || hasRoom === undefined || hasRoom(this.templateCache)
    const byEngine = isKept ? undefined : dialect.renderFile(context)
    if (byEngine !== undefined) return new Template(filename, engineFallback(byEngine, FULL), dialect, this.fallbacks)

    const before = this.stampOf([filename])
    const source = dialect.read(filename, engine)
    const template = new Template(filename, dialect.compile(source, context), dialect, this.fallbacks)
    const stamp = before + this.stampOf(template.dependencies)
    if (isKept) {
      this.templateCache.set(key, { template, options, stamp, bytes: bytesOf(source, template), keys: this.keyCache })
      this.keyCache.set(filename, key)
    }
    return template
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
