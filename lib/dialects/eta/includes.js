'use strict'

const path = require('node:path')
const { statsOf } = require('../../util/files')
const { CappedMap } = require('../shared/capped-map')
const { reasonAgainstMethods, storedFunction } = require('./instances')

/** Renders the includes of a template. Eta resolves the file, checks that it is in `views` and throws its errors. */
class Includes {
  constructor (engine, load, filepath, cache) {
    this.engine = engine
    this.filepath = filepath
    this.load = load
    this.cache = cache
    /** Name → what it means: to find a file costs Eta more than to render one. @type {CappedMap<string, Target>} */
    this.targets = new CappedMap(1000)
    this.from = { __proto__: null }
  }

  /** @param {unknown} name a string, or a template function. @returns {unknown} the result of `include` in Eta */
  render (memory, name, data, options) {
    const target = this.targetOf(name, options, false)
    return target
      ? renderTarget(target, data, { ...options, async: false }, memory)
      : this.engine.render(name, data, options)
  }

  /** @returns {unknown} the result of `includeAsync` in Eta */
  renderAsync (memory, name, data, options) {
    const target = this.targetOf(name, options, true)
    return target
      ? Promise.resolve(renderTarget(target, data, { ...options, async: true }, memory))
      : this.engine.renderAsync(name, data, options)
  }

  precompile (name) {
    this.targetOf(name, { filepath: this.filepath }, false)?.template.precompile()
  }

  /** @returns {Target | undefined} nothing if Eta has to render the include. @throws Eta's error for an unknown name */
  targetOf (name, options, async) {
    const { cache, engine, from, targets } = this
    if (typeof name !== 'string' || options?.filepath !== this.filepath) return
    const { config, config: { defaultExtension, views }, render, resolvePath } = engine
    if (from.config !== config || from.views !== views || from.defaultExtension !== defaultExtension ||
        from.render !== render || from.resolvePath !== resolvePath) {
      this.from = { config, defaultExtension, views, render, resolvePath }
      targets.clear()
    }
    const known = targets.get(name)
    if (known) return known

    // Names that start with @ belong to templates that the app has loaded. Eta is faster where no target is kept.
    if (name.startsWith('@') || targets.refuses(name)) return
    if (!engine.resolvePath || !engine.readFile || reasonAgainstMethods(engine)) return
    const filepath = engine.resolvePath(name, options)
    // A template in Eta's store needs no file.
    if (storedFunction(engine, filepath, async) && !statsOf(path.resolve(filepath))) return
    const target = { filepath, template: this.load(path.resolve(filepath)) }
    if (cache) targets.set(name, target)
    return target
  }
}

/** @typedef {{ filepath: string, template: import('../../views/template').Template }} Target an included file */

function renderTarget ({ filepath, template }, data, options, memory) {
  const variant = template.program.variant(options.async)
  template.recordRender(variant.reason)
  return variant.textOf(data, { ...options, filepath }, memory)
}

module.exports = { Includes }
