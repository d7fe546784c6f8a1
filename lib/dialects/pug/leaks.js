'use strict'

const { scopesOf } = require('../../template/generated-code')
const { ownerOf } = require('./generated')
const { inlineFunction, isNamed, isOutput } = require('./shapes')

/**
 * Tells whether a mixin or a block may run while the value of an expression is
 * made: what it writes then is lost, since Pug has read `pug_html` before
 * (`= block()` prints nothing). Pug's own code calls them by statements only, so
 * that takes code of the author's that gets hold of one.
 *
 * @param {import('./generated').Generated} generated
 * @returns {boolean}
 */
function leaksMixins (generated) {
  const { tree, functions, known } = generated
  if (![...functions.values()].includes('mixin')) return false
  if (!tree.named('pug_mixins').every((identifier) => known.has(identifier))) return true
  if (tree.named('arguments').some((identifier) => isUnknown(identifier, generated))) return true
  return usersWrite(generated) || usesThis(generated) || blocksOf(generated).some((block) => isTaken(block, tree.parents))
}

/**
 * @param {object} identifier `arguments`, whose `callee` is a mixin
 * @param {import('./generated').Generated} generated
 * @returns {boolean} whether a mixin's own are used by other code than Pug's
 */
function isUnknown (identifier, { tree, functions, known }) {
  return !known.has(identifier) && functions.get(ownerOf(identifier, tree)) === 'mixin'
}

/**
 * @param {import('./generated').Generated} generated
 * @returns {boolean} whether a function of the author's puts something on the page
 */
function usersWrite ({ tree, functions }) {
  const isInUser = (node) => functions.get(tree.functionOf(node)) === 'user'
  return tree.all('ExpressionStatement').some((statement) => isOutput(statement) && isInUser(statement)) ||
    [...tree.named('pug_mixins'), ...tree.named('block')].some(isInUser)
}

/**
 * @param {import('./generated').Generated} generated
 * @returns {boolean} whether a mixin's `this`, which has its block, is used by
 *   other code than Pug's
 */
function usesThis ({ tree, functions }) {
  const expected = new Set(tree.all('ExpressionStatement').map((statement) => inlineFunction(statement)?.context))
  return tree.all('ThisExpression').some((node) =>
    !expected.has(node) && !isInHead(node, tree, functions) && functions.get(ownerOf(node, tree)) === 'mixin'
  )
}

/**
 * `var block = (this && this.block), attributes = (this && this.attributes) || {};`
 *
 * @param {object} node
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @param {Map<object, string>} functions
 * @returns {boolean} whether it is in what a mixin begins with
 */
function isInHead (node, tree, functions) {
  const fn = tree.functionOf(node)
  const [head] = fn.body.body ?? []
  return functions.get(fn) === 'mixin' && head?.type === 'VariableDeclaration' &&
    isNamed(head.declarations[0].id, 'block') && node.end <= head.end
}

/**
 * @param {import('./generated').Generated} generated
 * @returns {object[]} the identifiers that read the variable `block` of a mixin
 */
function blocksOf ({ tree, functions }) {
  const manager = scopesOf(tree.root)
  return manager.scopes
    .flatMap((scope) => scope.references)
    .filter(({ identifier, resolved }) => identifier.name === 'block' && functions.get(resolved?.scope.block) === 'mixin')
    .filter((reference) => reference.isRead())
    .map(({ identifier }) => identifier)
}

/**
 * @param {object} block an identifier
 * @param {Map<object, object>} parents
 * @returns {boolean} whether more is done than to test it or to call it as a statement
 */
function isTaken (block, parents) {
  const parent = parents.get(block)
  if (parent.type === 'CallExpression' && parent.callee === block) return !isStatement(parent, parents)
  return !isTested(block, parents)
}

/**
 * @param {object} call
 * @param {Map<object, object>} parents
 * @returns {boolean} whether nothing is done with its result
 */
function isStatement (call, parents) {
  const parent = parents.get(call)
  if (parent.type === 'LogicalExpression' && parent.right === call) return isStatement(parent, parents)
  return parent.type === 'ExpressionStatement'
}

/**
 * @param {object} node
 * @param {Map<object, object>} parents
 * @returns {boolean} whether only its truth matters, or what is given on is false
 */
function isTested (node, parents) {
  const parent = parents.get(node)
  switch (parent.type) {
    case 'IfStatement':
    case 'WhileStatement':
    case 'ConditionalExpression': return parent.test === node
    case 'UnaryExpression': return true
    case 'LogicalExpression': return (parent.operator === '&&' && parent.left === node) || isTested(parent, parents)
  }
  return false
}

module.exports = { leaksMixins }
