'use strict'

const { walk } = require('../shared/generated-code')

/**
 * What is known of one name that template code takes from its surroundings.
 *
 * @typedef {object} Variable
 * @property {string} name
 * @property {boolean} called under `with`, a function that is found in the locals has them as its `this`
 * @property {boolean} written it is assigned to, declared by `var` or updated
 */

/**
 * Decides whether `with (locals)` can be replaced by direct variables, each set once from the locals' property of its
 * name. That holds as long as nothing changes the locals while the template runs and nothing depends on when a name is
 * looked up. The program itself checks what only shows at run time: a name that is missing, a function that uses `this`.
 *
 * @param {import('./generated').Generated} generated
 * @param {string} localsName
 * @returns {{ reason?: string, variables: Variable[] }} the reason to keep `with`, if there is one
 */
function analyse ({ body, references }, localsName) {
  const parents = new Map()
  walk(body, (node, parent) => { parents.set(node, parent) })

  const reason = reasonInCode(parents, references) ??
    references.map(({ identifier }) => reasonInReference(identifier, parents, localsName)).find(Boolean)
  return { reason, variables: collect(references, parents) }
}

function reasonInCode (parents, references) {
  const free = new Set(references.map(({ identifier }) => identifier.name))
  for (const [node, parent] of parents) {
    if (node.type === 'WithStatement') return 'it has a with statement of its own'
    // A function in a block also sets a variable around it, past the locals.
    if (node.type === 'FunctionDeclaration' && free.has(node.id.name) && isInBlock(parent, parents)) {
      return `the function ${node.id.name} is declared in a block and used outside of it`
    }
  }
}

/** Whether a function declaration's parent is the block of a statement, not of a function. */
function isInBlock (parent, parents) {
  return parent !== undefined && !parents.get(parent)?.type.includes('Function')
}

function reasonInReference (identifier, parents, localsName) {
  const { name } = identifier
  const parent = parents.get(identifier)
  if (name in Object.prototype) return `${name} may be a property that every object has`
  if (parent?.operator === 'delete') return `${name} is deleted`
  if (name === localsName && !isOnlyRead(identifier, parents)) return `${name} is used as a value`
}

/** Whether the properties of the locals are read and nothing else is done with them. */
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

/** Whether the member is evaluated, not called or assigned. */
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

function collect (references, parents) {
  const variables = new Map()
  for (const reference of references) {
    const { name } = reference.identifier
    const variable = variables.get(name) ?? { name, called: false, written: false }
    variable.called ||= isCallee(reference.identifier, parents.get(reference.identifier))
    variable.written ||= reference.isWrite()
    variables.set(name, variable)
  }
  return [...variables.values()]
}

function isCallee (identifier, parent) {
  if (parent?.type === 'TaggedTemplateExpression') return parent.tag === identifier
  return parent?.type === 'CallExpression' && parent.callee === identifier
}

module.exports = { analyse }
