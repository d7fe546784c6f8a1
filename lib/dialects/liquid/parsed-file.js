'use strict'

const { createNodes } = require('./create-nodes')

/** Where Liquid reads the name of a filter. Some it looks up only when it renders. */
const FILTER = /\|\s*((?:[\w?-]|[^\0-\x7f\s\u180e\u201c\u201d])+)/g

/**
 * A file and its nodes. These are kept as long as Liquid would parse it with the same options, filters and tags, all of
 * its own: those of the app may keep state for tokens and templates, which are new after each parsing.
 */
class ParsedFile {
  constructor (source, filename) {
    this.source = source
    this.filename = filename
    /** @type {{ nodes: object, options: object, filters: unknown[][], tags: unknown[][] } | undefined} */
    this.kept = undefined
  }

  /** @returns {import('./node-list').Nodes} @throws as Liquid */
  nodes (liquidRenderer) {
    const { instance, internals, isKeeping, options } = liquidRenderer
    const { kept } = this
    const isSame = kept?.options === options && areSame(kept.filters, instance.filters)
    if (isSame && areSame(kept.tags, instance.tags)) return kept.nodes

    const { engineFilters, engineTags, Parser } = internals
    const parser = new Parser(instance)
    const tags = new Map()
    parser.parseToken = (token, remaining) => {
      if (!tags.has(token.name)) tags.set(token.name, instance.tags[token.name])
      return Parser.prototype.parseToken.call(parser, token, remaining)
    }
    const templates = parser.parse(this.source, this.filename)
    const nodes = createNodes(templates, liquidRenderer)
    const filters = new Map([...this.source.matchAll(FILTER)].map(([, name]) => [name, instance.filters[name]]))
    const used = [instance.options.outputEscape, ...filters.values(), ...tags.values()]
    const areOfLiquid = used.every((each) => each === undefined || engineFilters.has(each) || engineTags.has(each))
    if (isKeeping && areOfLiquid) this.kept = { nodes, options, filters: [...filters], tags: [...tags] }
    return nodes
  }
}

function areSame (used, registered) {
  for (let i = 0; i < used.length; i++) if (registered[used[i][0]] !== used[i][1]) return false
  return true
}

module.exports = { ParsedFile }
