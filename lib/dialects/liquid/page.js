'use strict'

const { createNodes } = require('./node')

/**
 * The templates of one file. Tags, filters and options that an app sets later, or sets
 * anew, are those of the next render, as if the file were parsed again for it.
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
    /** What it was parsed by, see `Site`. @type {object | undefined} */
    this.options = undefined
    /** What was registered under the names in the file. @type {[object, string, unknown][]} */
    this.used = []
  }

  /**
   * @param {import('./site').Site} site
   * @returns {import('./nodes').Nodes}
   * @throws what Liquid throws for a file that it cannot parse
   */
  nodes (site) {
    if (this.made === undefined || !this.isFresh(site)) {
      this.made = undefined
      this.options = site.options
      this.made = createNodes(this.parse(site.instance), site)
    }
    return this.made
  }

  isFresh ({ instance: { filters, tags }, options }) {
    if (this.options !== options) return false
    for (const [kind, name, registered] of this.used) {
      if ((kind === 'filters' ? filters : tags)[name] !== registered) return false
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

  /**
   * @param {'filters' | 'tags'} kind
   * @param {object} registered
   * @returns {object} the same, noting what is asked of it
   */
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
