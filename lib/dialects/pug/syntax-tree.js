'use strict'

const acorn = require('acorn')

/**
 * A piece of JavaScript, parsed.
 */
class SyntaxTree {
  /**
   * @param {string} text
   * @throws {SyntaxError} if acorn does not know the syntax
   */
  constructor (text) {
    this.text = text
    this.root = acorn.parse(text, { ecmaVersion: 'latest', sourceType: 'script', ranges: true })
    /** Every node, parents first, with the node that it is in. @type {Map<object, object | undefined>} */
    this.parents = new Map()
    /** The nodes by type. @type {Map<string, object[]>} */
    this.byType = new Map()
    this.add(this.root, undefined)
  }

  /**
   * @param {object} node
   * @param {object | undefined} parent
   */
  add (node, parent) {
    this.parents.set(node, parent)
    const alike = this.byType.get(node.type)
    if (alike) alike.push(node)
    else this.byType.set(node.type, [node])
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof child?.type === 'string') this.add(child, node)
      }
    }
  }

  /**
   * @param {string} type
   * @returns {object[]} the nodes of that type, in the order of the text
   */
  all (type) {
    return this.byType.get(type) ?? []
  }

  /**
   * @param {string} name
   * @returns {object[]} the identifiers of that name, keys and properties too
   */
  named (name) {
    return this.all('Identifier').filter((identifier) => identifier.name === name)
  }

  /**
   * @param {object} node
   * @returns {string}
   */
  source ({ start, end }) {
    return this.text.slice(start, end)
  }

  /**
   * @param {object} node
   * @returns {object | undefined} the function that the node is in, not the node itself
   */
  functionOf (node) {
    let above = this.parents.get(node)
    while (above !== undefined && !above.type.includes('Function')) above = this.parents.get(above)
    return above
  }

  /**
   * @param {{ start: number, end: number, code: string }[]} edits that do not overlap
   * @param {object} node
   * @returns {string} the text of the node, edited
   */
  edited (edits, { start, end }) {
    let edited = ''
    let position = start
    for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
      edited += this.text.slice(position, edit.start) + edit.code
      position = edit.end
    }
    return edited + this.text.slice(position, end)
  }
}

module.exports = { SyntaxTree }
