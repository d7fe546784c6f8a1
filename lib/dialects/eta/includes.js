'use strict'

const path = require('node:path')
const { CappedMap } = require('../shared/capped-map')
const { rendersAsStock } = require('./instances')

/**
 * Renders what a template includes. Eta finds the file, checks that it is in `views` and words the errors.
 */
class Includes {
  /**
   * @param {object} engine an instance of Eta
   * @param {(filename: string) => import('../../template').Template} load
   * @param {string} filepath of the including template
   * @param {boolean} cache whether templates are cached
   */
  constructor (engine, load, filepath, cache) {
    this.engine = engine
    this.filepath = filepath
    this.load = load
    this.cache = cache
    /** Maps names to what they mean: to find a file costs Eta more than to render a small one. @type {CappedMap<string, Target>} */
    this.targets = new CappedMap()
    this.config = engine.config
  }

  /**
   * @param {import('./printed-text').Page} page
   * @param {unknown} name a string, or a template function
   * @param {unknown} data
   * @param {object} options of the including template
   * @returns {unknown} what `include` gives in Eta
   */
  render (page, name, data, options) {
    const target = this.targetOf(name, options)
    return target ? renderTarget(target, data, { ...options, async: false }, page) : this.engine.render(name, data, options)
  }

  /**
   * @param {import('./printed-text').Page} page
   * @param {unknown} name
   * @param {unknown} data
   * @param {object} options
   * @returns {unknown} what `includeAsync` gives in Eta
   */
  renderAsync (page, name, data, options) {
    const target = this.targetOf(name, options)
    return target
      ? Promise.resolve(renderTarget(target, data, { ...options, async: true }, page))
      : this.engine.renderAsync(name, data, options)
  }

  /**
   * @returns {Target | undefined} nothing where Eta itself has to render
   * @throws what Eta throws for a name of no template
   */
  targetOf (name, options) {
    const { cache, engine, targets } = this
    if (typeof name !== 'string' || options?.filepath !== this.filepath) return
    if (this.config !== engine.config) {
      this.config = engine.config
      targets.clear()
    }
    const known = targets.get(name)
    if (known) return known

    // Names with an @ are those of templates that the app has loaded itself.
    if (name.startsWith('@') || !engine.resolvePath || !engine.readFile || !rendersAsStock(engine)) return
    const filepath = engine.resolvePath(name, options)
    const target = { filepath, program: this.load(path.resolve(filepath)).program }
    if (cache) targets.set(name, target)
    return target
  }
}

/**
 * A file that is included.
 *
 * @typedef {{ filepath: string, program: { variant: (async: boolean) => import('./variant').Variant } }} Target
 */

function renderTarget ({ filepath, program }, data, options, page) {
  return program.variant(options.async).textOf(data, { ...options, filepath }, page)
}

module.exports = { Includes }
