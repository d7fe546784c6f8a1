'use strict'

const path = require('node:path')
const { CappedMap } = require('../shared/capped-map')
const { fallbackReason, filepathOf, isEtaResolve } = require('./engine')

/** Renders the includes of a template. Eta resolves the file, checks that it is in `views` and throws its errors. */
class Includes {
  constructor (engine, load, filepath, cache) {
    this.engine = engine
    this.filepath = filepath
    this.load = load
    /** Name → its file, which costs Eta more than to render one. @type {CappedMap<string, Found>} */
    this.foundCache = new CappedMap(cache ? 1000 : 0)
  }

  /** @param {unknown} name a string, or a template function. @returns {unknown} the result of `include` in Eta */
  render (memory, name, data, options) {
    return this.isSpliced(name, options)
      ? this.renderFile(memory, name, data, { ...options, async: false })
      : this.engine.render(name, data, options)
  }

  /** @returns {unknown} the result of `includeAsync` in Eta */
  renderAsync (memory, name, data, options) {
    return this.isSpliced(name, options)
      ? Promise.resolve(this.renderFile(memory, name, data, { ...options, async: true }))
      : this.engine.renderAsync(name, data, options)
  }

  precompile (name) {
    const options = { filepath: this.filepath }
    if (this.isSpliced(name, options)) this.load(this.find(name, options).key).precompile()
  }

  /** Names that start with @ belong to templates that the app has loaded. */
  isSpliced (name, options) {
    const { engine } = this
    return typeof name === 'string' && !name.startsWith('@') && options?.filepath === this.filepath &&
      Boolean(engine.resolvePath && engine.readFile) && fallbackReason(engine) === undefined
  }

  /** @throws Eta's errors, even for an unknown name */
  renderFile (memory, name, data, options) {
    const { filepath, key } = this.find(name, options)
    const template = this.load(key)
    const variant = template.program.variant(options.async)
    template.recordRender(variant.reason)
    return variant.textOf(this.engine, data, { ...options, filepath }, memory)
  }

  /** @returns {string} the absolute path of a file that Eta gives; what the app gives as it is, such as a key */
  keyOf (filepath) {
    const file = path.resolve(filepath)
    return filepathOf(file, this.engine) === filepath ? file : filepath
  }

  /**
   * @typedef {{ filepath: string, key: string, views: string, defaultExtension: string }} Found a file, by which it is
   *   loaded, and where Eta looked
   */
  find (name, options) {
    const { engine, engine: { config: { defaultExtension, views } }, foundCache } = this
    // A function of the app may answer by request.
    const isKept = isEtaResolve(engine.resolvePath)
    const cached = isKept ? foundCache.get(name) : undefined
    const isCurrent = cached !== undefined && cached.views === views && cached.defaultExtension === defaultExtension
    if (isCurrent) return cached
    const filepath = engine.resolvePath(name, options)
    const found = { filepath, key: this.keyOf(filepath), views, defaultExtension }
    if (isKept) foundCache.set(name, found)
    return found
  }
}

module.exports = { Includes }
