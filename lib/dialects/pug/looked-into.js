'use strict'

const { ALL } = require('../../template/stand-in')
const { isNamed, isOutput, isText, operandsOf, rawValue } = require('./shapes')

/**
 * @param {import('./generated').Generated} generated
 * @returns {{ has: (name: string) => boolean }} the names of the locals that a template does
 *   more with than to print them as they are: what is in an attribute, a condition, the call
 *   of a mixin or a function. If it has the object of the locals, that may be any.
 */
function lookedInto (generated) {
  const { tree, template } = generated
  const { holders, own } = holdersIn(generated)
  const printed = printedIn(tree)
  const isPugs = (identifier) => identifier.start < template.start || own.has(identifier) || isKey(identifier, tree)
  const names = new Set()
  for (const identifier of tree.all('Identifier').filter((identifier) => !isPugs(identifier))) {
    const { node, name } = holders.has(identifier.name) ? readOf(identifier, tree) : { node: identifier, name: identifier.name }
    if (node === undefined) return ALL
    if (!printed.has(node)) names.add(name)
  }
  return names
}

/**
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {Set<object>} the nodes whose values are put on the page as they are
 */
function printedIn (tree) {
  const added = tree.all('ExpressionStatement').filter(isOutput).flatMap(addedBy)
  const isAdded = ({ start, end }) => added.some((node) => start >= node.start && end <= node.end)
  return new Set(tree.all('ConditionalExpression').map(rawValue).filter((value) => value && !isAdded(value)))
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
 * Finds the names that the object of the locals has, as `self` with that option.
 *
 * @param {import('./generated').Generated} generated
 * @returns {{ holders: Set<string>, own: Set<object> }} also the identifiers of Pug's own code
 *   that only hand the locals on
 */
function holdersIn ({ tree, template }) {
  const isOuter = (node) => tree.functionOf(node) === template
  const aliases = tree.all('VariableDeclarator').filter((node) => isAlias(node) && isOuter(node))
  const transfers = tree.all('ConditionalExpression').filter((node) => isTransfer(node) && isOuter(node))
  const own = [
    ...template.params,
    ...aliases.flatMap(({ id, init }) => [id, init.left]),
    ...transfers.flatMap(({ test, consequent, alternate }) => [test.right, consequent.object, alternate.test.left.argument, alternate.consequent])
  ]
  return { holders: new Set(['locals', ...aliases.map(({ id }) => id.name)]), own: new Set(own) }
}

/**
 * `self = locals || {}`
 *
 * @param {object} declarator
 * @returns {boolean}
 */
function isAlias ({ id, init }) {
  return id.type === 'Identifier' && init?.type === 'LogicalExpression' && init.operator === '||' &&
    isNamed(init.left, 'locals') && init.right.properties?.length === 0
}

/**
 * `"a" in locals_for_with ? locals_for_with.a : typeof a !== 'undefined' ? a : undefined`
 *
 * @param {object} node
 * @returns {boolean} whether it says what Pug hands on for a name
 */
function isTransfer ({ test, alternate }) {
  return test.operator === 'in' && isNamed(test.right, 'locals_for_with') &&
    alternate.type === 'ConditionalExpression' && isNamed(alternate.consequent, test.left.value)
}

/**
 * `locals.name` or `locals["name"]`, but not `locals.name()`: a function gets all locals by that.
 *
 * @param {object} holder an identifier
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {{ node?: object, name?: string }} nothing if it is another use of the locals
 */
function readOf (holder, tree) {
  const node = tree.parents.get(holder)
  if (node.type !== 'MemberExpression' || node.object !== holder) return {}
  const { callee, tag } = tree.parents.get(node)
  if (callee === node || tag === node) return {}
  const { property, computed } = node
  if (!computed) return { node, name: property.name }
  return isText(property) ? { node, name: property.value } : {}
}

module.exports = { lookedInto }
