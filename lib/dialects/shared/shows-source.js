'use strict'

const { isFunction } = require('./tree')

/** The methods of a function that call it. */
const CALLS = new Set(['apply', 'bind', 'call'])

/** The functions that print an argument or convert it to a string. */
const PRINTS = /^(?:escapeFn|__append|__eta\.e|output|String|Symbol)$|Error$|toString|stringify|(?:^|\.)(?:concat|join|pad\w+|(?:en|de)codeURI\w*|escape)$/i

/**
 * Whether a template may print a function that the edits change. The page would differ from the engine's, and show the
 * inserted name. To call such a function or to pass it to another one, as in `items.forEach(…)`, is fine.
 *
 * @param {import('./tree').SyntaxTree} tree of the template
 * @param {(fn: object) => boolean} owns whether a function is the engine's, which only its code gets
 * @returns {boolean}
 */
function showsSource (tree, edits, owns) {
  const functions = [...tree.parents.keys()].filter((node) => (isFunction(node) && !owns(node)) || node.type === 'StaticBlock')
  if (functions.length === 0) return false
  const namesOf = (nodes) => new Set(nodes.map((node) => nameOf(node, tree.parents.get(node))))
  const all = namesOf(functions)
  const isCaller = ({ object, property }) => property.name === 'callee' || (property.name === 'caller' && all.has(object.name))
  if (tree.all('MemberExpression').some(isCaller)) return true

  const edited = functions.filter((node) => edits.some(({ start, end }) => start >= node.start && end <= node.end))
  if (edited.length === 0) return false
  const names = namesOf(edited).add('arguments')
  const references = tree.all('Identifier').filter(({ name }) => names.has(name))
  return ![...references, ...edited.filter(({ type }) => type !== 'FunctionDeclaration')].every((node) => isHarmless(node, tree))
}

/** @returns {string | undefined} the name by which the template refers to a function */
function nameOf ({ id }, parent) {
  return (id ?? parent.id ?? parent.left)?.name
}

/** @returns {boolean} whether a function, or a name that refers to it, is called, assigned to a name, passed on or only tested */
function isHarmless (node, tree) {
  const parent = tree.parents.get(node)
  switch (parent.type) {
    case 'ExpressionStatement':
    case 'IfStatement':
    case 'UnaryExpression': return true
    case 'CallExpression':
    case 'NewExpression': return parent.callee === node || !PRINTS.test(tree.source(parent.callee))
    case 'MemberExpression': return parent.object === node ? !parent.computed && CALLS.has(parent.property.name) : !parent.computed
    case 'Property': return parent.key === node && !parent.computed && !parent.shorthand
    case 'VariableDeclarator': return parent.id === node || (isFunction(node) && parent.id.type === 'Identifier')
    case 'AssignmentExpression': return parent.left === node ||
      (isFunction(node) && parent.left.type === 'Identifier' && tree.parents.get(parent).type === 'ExpressionStatement')
  }
  return isFunction(parent) && parent.body !== node
}

module.exports = { showsSource }
