'use strict'

const fs = require('node:fs')
const { Template } = require('./template/template')

let instances = 0

/**
 * The templates of one engine with one set of compile options. They are kept
 * in the renderer's LRU, together with those of others.
 */
class Templates {
  /**
   * @param {object} setup
   * @param {import('./dialects/dialect').Dialect} setup.dialect
   * @param {object} setup.engine the engine's package, or an instance of it
   * @param {() => object} setup.options gives the compile options, which an app may
   *   change later
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
    /**
     * The keys of files in the LRU: to put one together at every render costs more
     * than all else here.
     *
     * @type {Map<string, string>}
     */
    this.keys = new Map()
    this.load = this.load.bind(this)
  }

  /**
   * @param {string} filename
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
    const source = this.dialect.read(filename, this.engine)
    const template = this.compile(source, filename)
    const stamp = before + this.stampOf(template.dependencies)
    this.kept.entries.set(key, { template, stamp, bytes: Buffer.byteLength(source) })
    this.keys.set(filename, key)
    return template
  }

  /**
   * @param {{ template: Template, stamp: string }} entry
   * @returns {boolean} whether its files are what it was compiled of
   */
  isCurrent ({ template: { filename, dependencies }, stamp }) {
    return this.cache || this.stampOf([filename, ...dependencies]) === stamp
  }

  /**
   * @param {string[]} files
   * @returns {string} changes when one of them does, where that is of interest
   */
  stampOf (files) {
    return this.cache ? '' : files.map(stampOf).join('')
  }

  /**
   * @param {string} source
   * @param {string} filename
   * @returns {Template}
   */
  compile (source, filename) {
    const { cache, dialect, engine, load } = this
    const options = { ...this.options(), cache }
    return new Template(filename, dialect.compile(source, { filename, engine, options, load }))
  }
}

/**
 * @param {string} filename
 * @returns {string} changes when the file does
 */
function stampOf (filename) {
  const stat = fs.statSync(filename, { throwIfNoEntry: false })
  return stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino};` : 'missing;'
}

module.exports = { Templates }
