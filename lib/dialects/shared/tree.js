'use strict'

const { parse } = require('./parse')

/** @typedef {{ start: number, end: number, code: string }} Edit a range of source text and its replacement */

/** What an identifier does to a variable, as a set of bits. */
const READS = 1
const WRITES = 2
const DECLARES = 4

/** The syntax tree of a script, or of some of its statements, see `types/template.d.ts`. */
class SyntaxTree {
  /** @returns {SyntaxTree | undefined} see `parse` */
  static of (text) {
    const root = parse(text)
    return root && new SyntaxTree(text, root)
  }

  /**
   * @param {object} root the tree that `parse` returns for the text, or a node with some of its statements as `body`: a
   *   `Program`, whose declarations belong to the code around it, or a `BlockStatement`, which keeps all but those made
   *   by `var`
   */
  constructor (text, root) {
    this.text = text
    this.root = root
    /** Maps each node to its parent; parents come first. @type {Map<object, object | undefined>} */
    this.parents = new Map()
    /** Maps a type to its nodes, in source order. @type {Map<string, object[]>} */
    this.byType = new Map()
    // Callbacks in generated code are nested so deeply that recursion could exceed the call stack.
    const open = [[root, undefined]]
    while (open.length > 0) {
      const [node, parent] = open.pop()
      this.parents.set(node, parent)
      if (!this.byType.has(node.type)) this.byType.set(node.type, [])
      this.byType.get(node.type).push(node)
      for (const value of Object.values(node).reverse()) {
        if (Array.isArray(value)) value.filter(isNode).reverse().forEach((child) => open.push([child, node]))
        else if (isNode(value)) open.push([value, node])
      }
    }
  }

  all (type) {
    return this.byType.get(type) ?? []
  }

  named (name) {
    return this.all('Identifier').filter((identifier) => identifier.name === name)
  }

  within ({ start, end }) {
    return [...this.parents.keys()].filter((node) => node.start >= start && node.end <= end)
  }

  source ({ start, end }) {
    return this.text.slice(start, end)
  }

  /** @returns {object | undefined} the innermost node around another one that matches */
  around (node, matches) {
    let above = this.parents.get(node)
    while (above !== undefined && !matches(above)) above = this.parents.get(above)
    return above
  }

  functionOf (node) {
    return this.around(node, isFunction)
  }

  /** @returns {boolean} whether an identifier is the name of a variable, not a key, a property or a label */
  isVariable (identifier) {
    return roleOf(identifier, this.parents) !== 0
  }

  /** The names that code uses without declaring them, in order. @type {{ identifier: object, isWrite: boolean }[]} */
  get freeReferences () {
    this._freeReferences ??= this.all('Identifier')
      .map((identifier) => ({ identifier, role: roleOf(identifier, this.parents) }))
      .filter(({ identifier, role }) => role & (READS | WRITES) && this.isFree(identifier))
      .map(({ identifier, role }) => ({ identifier, isWrite: (role & WRITES) !== 0 }))
    return this._freeReferences
  }

  /** Maps a node to the names that are declared in it. @type {Map<object | undefined, Set<string>>} */
  get scopes () {
    if (this._scopes !== undefined) return this._scopes
    this._scopes = new Map()
    const declaring = this.all('Identifier').filter((identifier) => roleOf(identifier, this.parents) & DECLARES)
    for (const identifier of declaring) {
      const scope = this.scopeOf(identifier)
      if (!this._scopes.has(scope)) this._scopes.set(scope, new Set())
      this._scopes.get(scope).add(identifier.name)
    }
    return this._scopes
  }

  /** @returns {boolean} whether the code does not declare the name of an identifier where it is used */
  isFree (identifier) {
    const { name } = identifier
    let from = identifier
    for (let scope = this.parents.get(from); scope !== undefined; scope = this.parents.get(scope)) {
      if (this.scopes.get(scope)?.has(name) && scope.discriminant !== from) return false
      if (name === 'arguments' && isFunction(scope) && scope.type !== 'ArrowFunctionExpression') return false
      from = scope
    }
    return true
  }

  /** @returns {object | undefined} the node in which the declaration by an identifier is known; nothing for all code */
  scopeOf (identifier) {
    const { parents } = this
    const [node, parent] = outOfPattern(identifier, parents)
    const isBody = (above) => above.type === 'StaticBlock' ||
      (above.type === 'BlockStatement' && isFunction(parents.get(above) ?? above))
    if (parent.type === 'VariableDeclarator') {
      return this.around(parent, parents.get(parent).kind === 'var' ? isBody : isBlock)
    }
    return parent.id === node && parent.type.endsWith('Declaration') ? this.around(parent, isBlock) : parent
  }

  /** Applies edits that do not overlap to the text of a node. Insertions at one place keep their order. */
  edited (edits, node = this.root) {
    // Adding the texts one by one would keep all of them in memory.
    const texts = []
    let position = node.start
    for (const { start, end, code } of inOrder(edits)) {
      texts.push(this.text.slice(position, start), code)
      position = end
    }
    return texts.join('') + this.text.slice(position, node.end)
  }
}

/** @returns {Edit[]} the edits by place, insertions first */
function inOrder (edits) {
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** @returns {boolean} whether a value in a syntax tree is a node: others, such as a number, may inherit a `type` */
function isNode (value) {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'type')
}

function isFunction ({ type }) {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

/** @returns {object[][]} the lists of statements directly in a node; one alone, as in `if (a) b()`, is a list */
function listsOf (node) {
  switch (node.type) {
    case 'BlockStatement':
    case 'Program':
    case 'StaticBlock': return [node.body]
    case 'SwitchCase': return [node.consequent]
    case 'IfStatement': return [[node.consequent], node.alternate ? [node.alternate] : []]
    case 'DoWhileStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'ForStatement':
    case 'LabeledStatement':
    case 'WhileStatement':
    case 'WithStatement': return [[node.body]]
  }
  return []
}

/** @returns {boolean} whether a node keeps the declarations by `let`, `const`, `class` and `function` in it */
function isBlock ({ type }) {
  return type === 'BlockStatement' || type === 'StaticBlock' || type === 'SwitchStatement' || type.startsWith('For')
}

/** @returns {[object, object]} an identifier, or the destructuring pattern of which it is a target, and the parent */
function outOfPattern (identifier, parents) {
  let node = identifier
  let parent = parents.get(node)
  while (isTarget(node, parent, parents)) {
    node = parent
    parent = parents.get(node)
  }
  return [node, parent]
}

function isTarget (node, parent, parents) {
  switch (parent?.type) {
    case 'ArrayPattern':
    case 'ObjectPattern':
    case 'RestElement': return true
    case 'AssignmentPattern': return parent.left === node
    case 'Property': return parent.value === node && parents.get(parent).type === 'ObjectPattern'
  }
  return false
}

/** @returns {number} what an identifier does to a variable; 0 if it is a key, a property or a label */
function roleOf (identifier, parents) {
  const [node, parent] = outOfPattern(identifier, parents)
  switch (parent?.type) {
    case 'MemberExpression': return parent.property === node && !parent.computed ? 0 : READS
    case 'MethodDefinition':
    case 'Property':
    case 'PropertyDefinition': return parent.key === node && !parent.computed ? 0 : READS
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'LabeledStatement':
    case 'MetaProperty': return 0
    case 'VariableDeclarator':
      if (parent.id !== node) return READS
      return parent.init || parents.get(parents.get(parent)).left ? WRITES | DECLARES : DECLARES
    case 'AssignmentExpression':
    case 'ForInStatement':
    case 'ForOfStatement': return parent.left === node ? WRITES : READS
    case 'UpdateExpression': return WRITES
    case 'CatchClause': return DECLARES
  }
  return parent?.id === node || parent?.params?.includes(node) ? DECLARES : READS
}

module.exports = { SyntaxTree, inOrder, isFunction, listsOf }
