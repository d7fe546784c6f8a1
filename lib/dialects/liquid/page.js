'use strict'

const { createNodes } = require('./create-nodes')

/**
 * The templates of one file. Tags, filters and options that an app sets later are those
 * of the next render, as if the file were parsed again for it.
 */
class Page {
  /**
   * @param {string} source
   * @param {string} filename
   */
  constructor (source, filename) {
    this.source = source
    this.filename = filename
    this.made = undefined
    /** The `options` of the liquidRenderer that it was parsed for. @type {object | undefined} */
    this.options = undefined
    /** What was registered under the names in the file. @type {['filters' | 'tags', string, unknown][]} */
    this.used = []
  }

  /**
   * @param {import('./liquid-renderer').LiquidRenderer} liquidRenderer
   * @returns {import('./node-list').Nodes}
   * @throws what Liquid throws for a file that it cannot parse
   */
  nodes (liquidRenderer) {
    if (this.made === undefined || !this.isFresh(liquidRenderer)) {
      this.made = undefined
      this.options = liquidRenderer.options
      this.made = createNodes(this.parse(liquidRenderer.instance), liquidRenderer)
    }
    return this.made
  }

  isFresh ({ instance, options }) {
    if (this.options !== options) return false
    for (const [kind, name, registered] of this.used) {
      if (instance[kind][name] !== registered) return false
    }
    return true
  }

  parse (instance) {
    const { filters, tags } = instance
    this.used = []
    instance.filters = this.noting('filters', filters)
    instance.tags = this.noting('tags', tags)
    try {
      return instance.parse(this.source, this.filename)
    } finally {
      instance.filters = filters
      instance.tags = tags
    }
  }

  /** @returns {object} the same registry, which notes what is asked of it */
  noting (kind, registered) {
    const noted = new Set()
    return new Proxy(registered, {
      get: (target, name) => {
        const value = target[name]
        if (!noted.has(name)) this.used.push([kind, name, value])
        noted.add(name)
        return value
      }
    })
  }
}

module.exports = { Page }
