'use strict'

const { isProxy } = require('node:util/types')
const { createNodes } = require('./create-nodes')

/** Where Liquid reads the name of a filter. Some it looks up only when it renders. */
const FILTER = /\|\s*((?:[\w?-]|[^\0-\x7f\s\u180e\u201c\u201d])+)/g

/** The code of a function, no arrow function, that uses more of its `this` than the context and the instance. */
const TOKEN = /^(?!(?:async\s*)?(?:\([^()]*\)|[\w$]+)\s*=>)[^]*?(?:\bthis\b(?!\??\.(?:context|liquid)\b)|\b(?:eval|super)\b|\\u(?:\{0*|00)(?:6[15c]|76))/i

/** A file and its nodes, which are kept as long as Liquid would parse it with the same options, filters and tags. */
class ParsedFile {
  constructor (source, filename) {
    this.source = source
    this.filename = filename
    /** @type {{ nodes: object, options: object, filters: unknown[][], tags: unknown[][] } | undefined} */
    this.kept = undefined
  }

  /** @returns {object} Nodes; Liquid's templates, where a tag of the app may keep state in them. @throws as Liquid */
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
    if ([...tags.values()].some((tag) => tag !== undefined && !engineTags.has(tag))) return templates

    const nodes = createNodes(templates, liquidRenderer)
    const filters = new Map([...this.source.matchAll(FILTER)].map(([, name]) => [name, instance.filters[name]]))
    const ofApp = [instance.options.outputEscape, ...filters.values()].filter((each) => !engineFilters.has(each))
    if (isKeeping && !ofApp.some(seesToken)) this.kept = { nodes, options, filters: [...filters], tags: [...tags] }
    return nodes
  }
}

/** @returns {boolean} whether a filter may keep state by its token, which is another one after each parsing */
function seesToken (filter) {
  const fn = filter?.handler ?? filter
  return typeof fn === 'function' && (isProxy(fn) || TOKEN.test(Function.prototype.toString.call(fn)))
}

function areSame (used, registered) {
  for (let i = 0; i < used.length; i++) if (registered[used[i][0]] !== used[i][1]) return false
  return true
}

module.exports = { ParsedFile }
