'use strict'

const { apply, parse } = require('./generated-code')

/** A piece of JavaScript, parsed, in which each node knows what it is in. */
class SyntaxTree {
  /**
   * @param {string} text of a script
   * @returns {SyntaxTree | undefined} nothing if acorn does not know the syntax yet, or
   *   the code is nested too deeply
   */
  static of (text) {
    const root = parse(text)
    return root && new SyntaxTree(text, root)
  }

  /** @param {object} root its tree */
  constructor (text, root) {
    this.text = text
    this.root = root
    /** Every node, parents first, with the node that it is in. @type {Map<object, object | undefined>} */
    this.parents = new Map()
    /** The nodes by type, in the order of the text. @type {Map<string, object[]>} */
    this.byType = new Map()
    this.addAll()
  }

  addAll () {
    // Generated code is one callback in the other: a stack of our own is deep enough.
    const open = [[this.root, undefined]]
    while (open.length > 0) {
      const [node, parent] = open.pop()
      this.add(node, parent)
      for (const value of Object.values(node).reverse()) {
        for (const child of Array.isArray(value) ? value.toReversed() : [value]) {
          if (typeof child?.type === 'string') open.push([child, node])
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

  /** @returns {object[]} the nodes of that type, in the order of the text */
  all (type) {
    return this.byType.get(type) ?? []
  }

  /** @returns {object[]} the identifiers of that name, keys and properties too */
  named (name) {
    return this.all('Identifier').filter((identifier) => identifier.name === name)
  }

  /** @returns {object[]} the nodes in it and itself, in the order of the text */
  within ({ start, end }) {
    return [...this.parents.keys()].filter((node) => node.start >= start && node.end <= end)
  }

  source ({ start, end }) {
    return this.text.slice(start, end)
  }

  /** @returns {object | undefined} the function that the node is in, not the node itself */
  functionOf (node) {
    let above = this.parents.get(node)
    while (above !== undefined && !above.type.includes('Function')) above = this.parents.get(above)
    return above
  }

  /**
   * @param {import('./generated-code').Edit[]} edits that do not overlap
   * @returns {string} the text of the node, edited
   */
  edited (edits, node = { start: 0, end: this.text.length }) {
    return apply(edits, this.text, node)
  }
}

module.exports = { SyntaxTree }
