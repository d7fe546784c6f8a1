'use strict'

const { createNodes } = require('./create-nodes')

/**
 * A file and the nodes that it is parsed to. Tags, filters and options that an app changes later apply from the next
 * render on, as if each render parsed the file.
 */
class ParsedFile {
  constructor (source, filename) {
    this.source = source
    this.filename = filename
    this.nodeCache = undefined
    /** The `options` of the renderer at parsing. @type {object | undefined} */
    this.options = undefined
    /** What was registered for filters and tags in the file. @type {Record<'filters' | 'tags', [string, unknown][]>} */
    this.used = { filters: [], tags: [] }
  }

  /**
   * @returns {import('./node-list').Nodes | object[]} Liquid's templates, parsed for this call, where a tag of the
   *   app may keep state in them
   * @throws Liquid's error for a file that it cannot parse
   */
  nodes (liquidRenderer) {
    if (this.nodeCache === undefined || !this.isFresh(liquidRenderer)) {
      this.nodeCache = undefined
      this.options = liquidRenderer.options
      const templates = this.parse(liquidRenderer.instance)
      if (this.used.tags.some(([, tag]) => !liquidRenderer.internals.engineTags.has(tag))) return templates
      this.nodeCache = createNodes(templates, liquidRenderer)
    }
    return this.nodeCache
  }

  isFresh ({ instance, options }) {
    return this.options === options && this.isUnchanged('filters', instance) && this.isUnchanged('tags', instance)
  }

  isUnchanged (kind, instance) {
    return this.used[kind].every(([name, value]) => instance[kind][name] === value)
  }

  parse (instance) {
    const { filters, tags } = instance
    const used = { filters: new Map(), tags: new Map() }
    instance.filters = recording(filters, used.filters)
    instance.tags = recording(tags, used.tags)
    try {
      return instance.parse(this.source, this.filename)
    } finally {
      Object.assign(instance, { filters, tags })
      this.used = { filters: [...used.filters], tags: [...used.tags] }
    }
  }
}

/** @returns {object} a proxy of a registry, whose lookups go to the map `used` */
function recording (registered, used) {
  return new Proxy(registered, {
    get: (target, name) => {
      if (!used.has(name)) used.set(name, target[name])
      return target[name]
    }
  })
}

module.exports = { ParsedFile }
