'use strict'

const { isFunction } = require('../shared/tree')

/**
 * A name that a template uses without declaring it.
 *
 * @typedef {object} Variable
 * @property {string} name
 * @property {{ identifier: object, isWrite: boolean }[]} references
 * @property {boolean} called whether the template calls it: under `with`, the `this` of a called local is the locals
 * @property {boolean} written whether the template assigns it, even by `var`
 * @property {boolean} keepsWith whether `with` stays if the locals have it: it is written, and the locals are passed on
 */

/**
 * Decides whether other code can replace `with (locals)`: variables, each initialized from the property of the same
 * name, or, where the template calls a local, members of the locals. This is possible if it does not matter when a name
 * is looked up.
 *
 * @returns {{ reason?: string, variables: Variable[] }} the reason to keep `with`, if any
 */
function analyseVariables ({ tree }, localsName) {
  const { freeReferences: references, parents } = tree
  const reason = reasonInCode(tree, references) ??
    references.map(({ identifier }) => reasonInReference(identifier, parents, localsName)).find(Boolean)
  return { reason, variables: collect(references, parents, localsName) }
}

function reasonInCode (tree, references) {
  const free = new Set(references.map(({ identifier }) => identifier.name))
  // A function declaration in a block also assigns a variable outside of it, which bypasses the locals.
  const isInBlock = (parent) => parent !== tree.root && !isFunction(tree.parents.get(parent))
  const functions = tree.all('FunctionDeclaration')
  const assigning = functions.find((node) => free.has(node.id.name) && isInBlock(tree.parents.get(node)))
  return assigning && `the function ${assigning.id.name} is declared in a block and used outside of it`
}

function reasonInReference (identifier, parents, localsName) {
  const { name } = identifier
  const parent = parents.get(identifier)
  if (name in Object.prototype) return `${name} may refer to a property of Object.prototype`
  if (parent?.operator === 'delete') return `${name} is deleted`
  if (name === localsName && !isOnlyRead(identifier, parents)) return `${name} is used as a value`
}

/** @returns {boolean} whether the template only reads properties of the locals here */
function isOnlyRead (identifier, parents) {
  const parent = parents.get(identifier)
  const above = parents.get(parent)
  switch (parent?.type) {
    case 'SpreadElement': return above.type === 'ObjectExpression'
    case 'CallExpression': return parent.callee.name === 'include' && parent.callee !== identifier
    case 'MemberExpression': return parent.object === identifier && isValue(parent, above, parents)
  }
  return false
}

/** @returns {boolean} whether a member expression is read, not called or assigned */
function isValue (member, parent, parents) {
  switch (parent?.type) {
    case 'CallExpression': return parent.callee !== member
    case 'AssignmentExpression':
    case 'ForInStatement':
    case 'ForOfStatement': return parent.left !== member
    case 'UnaryExpression': return parent.operator !== 'delete'
    case 'Property': return parents.get(parent).type === 'ObjectExpression'
    case 'UpdateExpression':
    case 'TaggedTemplateExpression':
    case 'ChainExpression':
    case 'ArrayPattern':
    case 'AssignmentPattern':
    case 'RestElement': return false
  }
  return true
}

function collect (references, parents, localsName) {
  const byName = new Map(references.map(({ identifier }) => [identifier.name, []]))
  for (const reference of references) byName.get(reference.identifier.name).push(reference)
  const passesLocals = byName.has(localsName) || byName.has('include')
  return [...byName].map(([name, references]) => {
    const called = references.some(({ identifier }) => isCallee(identifier, parents.get(identifier)))
    const written = references.some(({ isWrite }) => isWrite)
    // A variable __line would be EJS's line count.
    return { name, references, called, written, keepsWith: name === '__line' || (written && passesLocals) }
  })
}

function isCallee (identifier, parent) {
  if (parent?.type === 'TaggedTemplateExpression') return parent.tag === identifier
  return parent?.type === 'CallExpression' && parent.callee === identifier
}

module.exports = { analyseVariables }
