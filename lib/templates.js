'use strict'

const fs = require('node:fs')
const { isEqual } = require('./dialects/shared/instances')
const { Template } = require('./template')

/** The size of `keyCache`: a Nunjucks environment may look up any name. */
const MOST_KEYS = 1000

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

  /** @returns {Template} @throws errors of the engine for a file that it cannot read or compile */
  load (filename) {
    const key = this.keyCache.get(filename) ?? this.prefix + filename
    const entry = this.templateCache.get(key)
    if (entry !== undefined && this.isCurrent(entry)) {
      this.templateCache.hits++
      return entry.template
    }

    this.templateCache.misses++
    const before = this.stampOf([filename])
    const { cache, dialect, engine, load } = this
    const source = dialect.read(filename, engine)
    const options = this.options()
    const program = dialect.compile(source, { filename, engine, options: { __proto__: null, ...options, cache }, load })
    const template = new Template(filename, program, dialect, this.fallbacks)
    const stamp = before + this.stampOf(template.dependencies)
    this.templateCache.set(key, { template, options, stamp, bytes: Buffer.byteLength(source) })
    if (this.keyCache.size >= MOST_KEYS) this.keyCache.clear()
    this.keyCache.set(filename, key)
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

/** @param {string} filename a path, or a name that the engine itself looks up */
function stampOf (filename) {
  try {
    const { ctimeMs, ino, mtimeMs, size } = fs.statSync(filename)
    return `${mtimeMs} ${ctimeMs} ${size} ${ino};`
  } catch {
    return 'missing;'
  }
}

module.exports = { Templates }
