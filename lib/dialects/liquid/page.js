'use strict'

const { createNodes } = require('./create-nodes')

/**
 * The templates of one file. Tags, filters and options that an app changes later apply from the next render on, as if
 * each render parsed the file.
 */
class Page {
  constructor (source, filename) {
    this.source = source
    this.filename = filename
    /** @type {import('./node-list').Nodes | undefined} */
    this.nodeCache = undefined
    /** The `options` of the renderer at parsing. @type {object | undefined} */
    this.options = undefined
    /** The filters and tags in the file, with the functions registered at parsing. @type {['filters' | 'tags', string, unknown][]} */
    this.used = []
  }

  /**
   * @returns {import('./node-list').Nodes | object[]} Liquid's templates, parsed for this call, where a tag of the app
   *   may keep state in them
   * @throws Liquid's error for a file that it cannot parse
   */
  nodes (liquidRenderer) {
    if (this.nodeCache === undefined || !this.isFresh(liquidRenderer)) {
      this.nodeCache = undefined
      this.options = liquidRenderer.options
      const templates = this.parse(liquidRenderer.instance)
      if (this.used.some(([kind, , tag]) => kind === 'tags' && !liquidRenderer.internals.ownTags.has(tag))) return templates
      this.nodeCache = createNodes(templates, liquidRenderer)
    }
    return this.nodeCache
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
    instance.filters = this.recording('filters', filters)
    instance.tags = this.recording('tags', tags)
    try {
      return instance.parse(this.source, this.filename)
    } finally {
      instance.filters = filters
      instance.tags = tags
    }
  }

  /** @returns {object} a proxy of the registry that records lookups in `used` */
  recording (kind, registered) {
    const recorded = new Set()
    return new Proxy(registered, {
      get: (target, name) => {
        const value = target[name]
        if (!recorded.has(name)) this.used.push([kind, name, value])
        recorded.add(name)
        return value
      }
    })
  }
}

module.exports = { Page }
