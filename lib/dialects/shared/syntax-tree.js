'use strict'

const { apply, isNode, parse } = require('./generated-code')

/** The syntax tree of a script, with the parent of each node. */
class SyntaxTree {
  /**
   * @param {string} text the source of a script
   * @returns {SyntaxTree | undefined} `undefined` if acorn does not support the syntax, or if the code is nested too deeply
   */
  static of (text) {
    const root = parse(text)
    return root && new SyntaxTree(text, root)
  }

  /**
   * @param {string} text
   * @param {object} root the tree that acorn returns for the text
   */
  constructor (text, root) {
    this.text = text
    this.root = root
    /** Maps each node to its parent; parents come first. @type {Map<object, object | undefined>} */
    this.parents = new Map()
    /** Maps a type to its nodes, in source order. @type {Map<string, object[]>} */
    this.byType = new Map()
    this.addAll()
  }

  addAll () {
    // Callbacks in generated code are nested so deeply that recursion could exceed the call stack.
    const open = [[this.root, undefined]]
    while (open.length > 0) {
      const [node, parent] = open.pop()
      this.add(node, parent)
      for (const value of Object.values(node).reverse()) {
        for (const child of Array.isArray(value) ? value.toReversed() : [value]) {
          if (isNode(child)) open.push([child, node])
        }
      }
    }
  }

  add (node, parent) {
    this.parents.set(node, parent)
    const alike = this.byType.get(node.type)
    if (alike) alike.push(node)
    else this.byType.set(node.type, [node])
  }

  /** @returns {object[]} the nodes of a type, in source order */
  all (type) {
    return this.byType.get(type) ?? []
  }

  /** @returns {object[]} the identifiers of a name, including keys and properties */
  named (name) {
    return this.all('Identifier').filter((identifier) => identifier.name === name)
  }

  /** @returns {object[]} a node and all nodes in it, in source order */
  within ({ start, end }) {
    return [...this.parents.keys()].filter((node) => node.start >= start && node.end <= end)
  }

  /** @returns {string} the source text of a node */
  source ({ start, end }) {
    return this.text.slice(start, end)
  }

  /** @returns {object | undefined} the innermost function around a node */
  functionOf (node) {
    let above = this.parents.get(node)
    while (above !== undefined && !above.type.includes('Function')) above = this.parents.get(above)
    return above
  }

  /**
   * @param {import('./generated-code').Edit[]} edits that do not overlap
   * @returns {string} the source text of a node with the edits applied
   */
  edited (edits, node = { start: 0, end: this.text.length }) {
    return apply(edits, this.text, node)
  }
}

module.exports = { SyntaxTree }
