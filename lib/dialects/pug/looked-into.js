'use strict'

const { isOutput, isText, operandsOf, rawValue } = require('./shapes')

/**
 * @param {import('./generated').Generated} generated
 * @returns {Set<string>} the names that a template does more with than to print them as
 *   they are: what is in an attribute, a condition, the call of a mixin or a function
 */
function lookedInto ({ tree, template }) {
  const added = tree.all('ExpressionStatement').filter(isOutput).flatMap(addedBy)
  const isAdded = ({ start, end }) => added.some((node) => start >= node.start && end <= node.end)
  const printed = new Set(tree.all('ConditionalExpression').map(rawValue).filter((value) => value && !isAdded(value)))
  const names = new Set()
  for (const identifier of tree.all('Identifier')) {
    const isHere = identifier.start > template.start && !printed.has(identifier)
    if (isHere && !isKey(identifier, tree) && !isTransfer(identifier, tree)) names.add(identifier.name)
  }
  return names
}

/**
 * @param {object} statement that writes
 * @returns {object[]} what is added up before there is text, and may be numbers
 */
function addedBy ({ expression }) {
  return operandsOf(expression.right).slice(1).flatMap((operand) => {
    const parts = operandsOf(operand)
    const length = parts.findIndex(isText)
    const before = length === -1 ? parts : parts.slice(0, length)
    return before.length > 1 ? before : []
  })
}

/**
 * @param {object} identifier
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {boolean} whether it names a property or a parameter
 */
function isKey (identifier, tree) {
  const parent = tree.parents.get(identifier)
  if (parent.type === 'MemberExpression') return parent.property === identifier && !parent.computed
  if (parent.type === 'Property') return parent.key === identifier && !parent.computed && !parent.shorthand
  return parent.type === 'FunctionExpression' && parent.params.includes(identifier)
}

/**
 * @param {object} identifier
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {boolean} whether it only says which local Pug hands on:
 *   `"a" in locals_for_with ? locals_for_with.a : typeof a !== 'undefined' ? a : undefined`
 */
function isTransfer (identifier, tree) {
  let node = identifier
  let above = tree.parents.get(node)
  if (above.type === 'UnaryExpression') [node, above] = [tree.parents.get(above), tree.parents.get(tree.parents.get(above))]
  if (above?.type !== 'ConditionalExpression') return false
  const outer = tree.parents.get(above)
  return outer?.type === 'ConditionalExpression' && outer.alternate === above && outer.test.operator === 'in' && outer.test.left.value === identifier.name
}

module.exports = { lookedInto }
