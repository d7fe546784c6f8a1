'use strict'

const { apply, isFunction, parse } = require('./generated-code')

/** The syntax tree of a script or of a part of one, with the parent of each node. */
class SyntaxTree {
  /**
   * @param {string} text the source of a script
   * @returns {SyntaxTree | undefined} `undefined` if acorn does not support the syntax, or if the code is nested too deeply
   */
  static of (text) {
    const root = parse(text)
    return root && new SyntaxTree(text, root)
  }

  /** @param {object} root the tree that acorn returns for the text, or a `Program` with some of its statements */
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
        if (Array.isArray(value)) value.filter(isNode).reverse().forEach((child) => open.push([child, node]))
        else if (isNode(value)) open.push([value, node])
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

  /** @returns {object | undefined} the innermost node around another one that matches */
  around (node, matches) {
    let above = this.parents.get(node)
    while (above !== undefined && !matches(above)) above = this.parents.get(above)
    return above
  }

  /** @returns {object | undefined} the innermost function around a node */
  functionOf (node) {
    return this.around(node, isFunction)
  }

  /**
   * @param {import('./generated-code').Edit[]} edits that do not overlap
   * @returns {string} the source text of a node with the edits applied
   */
  edited (edits, node = this.root) {
    return apply(edits, this.text, node)
  }
}

/** @returns {boolean} whether a value in a syntax tree is a node: others, such as a number, may inherit a `type` */
function isNode (value) {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'type')
}

module.exports = { SyntaxTree }
