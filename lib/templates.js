'use strict'

const fs = require('node:fs')
const { isEqual } = require('./dialects/shared/instances')
const { Template } = require('./template')

/** How many keys are remembered: an environment of Nunjucks may be asked for any name. */
const MOST_KEYS = 1000

let instances = 0

/** The templates of one engine with one set of compile options, kept in the renderer's LRU beside those of others. */
class Templates {
  /**
   * @param {object} setup
   * @param {import('./dialects/dialect').Dialect} setup.dialect
   * @param {object} setup.engine the engine's package, or an instance of it
   * @param {() => object} setup.options gives the compile options, which an app may change later
   * @param {boolean} setup.cache off: a changed file is seen at the next render
   * @param {import('./renderer').Kept} kept
   */
  constructor ({ dialect, engine, options, cache }, kept) {
    this.dialect = dialect
    this.engine = engine
    this.options = options
    this.cache = cache
    this.kept = kept
    this.prefix = `${instances++}:`
    /** File → its key in the LRU: making one at every render costs more than all else here. @type {Map<string, string>} */
    this.keys = new Map()
    this.load = this.load.bind(this)
  }

  /**
   * @returns {Template}
   * @throws what the engine throws for a file that it cannot read or compile
   */
  load (filename) {
    const key = this.keys.get(filename) ?? this.prefix + filename
    const entry = this.kept.entries.get(key)
    if (entry !== undefined && this.isCurrent(entry)) {
      this.kept.hits++
      return entry.template
    }

    this.kept.misses++
    const before = this.stampOf([filename])
    const { cache, dialect, engine, load } = this
    const source = dialect.read(filename, engine)
    const options = this.options()
    const program = dialect.compile(source, { filename, engine, options: { ...options, cache }, load })
    const template = new Template(filename, program, dialect)
    const stamp = before + this.stampOf(template.dependencies)
    this.kept.entries.set(key, { template, options, stamp, bytes: Buffer.byteLength(source) })
    if (this.keys.size >= MOST_KEYS) this.keys.clear()
    this.keys.set(filename, key)
    return template
  }

  /**
   * @param {{ template: Template, options: object, stamp: string }} entry
   * @returns {boolean} whether its files and the options are what it was compiled of
   */
  isCurrent ({ template, options, stamp }) {
    if (this.cache) return true
    return isEqual(options, this.options()) && this.stampOf([template.filename, ...template.dependencies]) === stamp
  }

  /** @returns {string} changes when one of the files does, if templates are not cached */
  stampOf (files) {
    return this.cache ? '' : files.map(stampOf).join('')
  }
}

/** @param {string} filename or the name of a view that its engine finds */
function stampOf (filename) {
  try {
    const { ino, mtimeMs, size } = fs.statSync(filename)
    return `${mtimeMs} ${size} ${ino};`
  } catch {
    return 'missing;'
  }
}

module.exports = { Templates }
