'use strict'

const { isFunction } = require('./tree')

/** The methods of a function that call it. */
const CALLS = new Set(['apply', 'bind', 'call'])

/** The methods that call an argument, and neither keep nor return it. */
const RUNS = /\.(?:catch|each|every|filter|find\w*|flatMap|forEach|map|reduce\w*|some|sort|then|toSorted)$/

/**
 * Whether a template may print a function that the edits change. The page would differ from the engine's, and show the
 * inserted name. To call such a function or to pass it to `items.forEach` is fine.
 *
 * @param {(fn: object) => boolean} [owns] whether a function is the engine's, which only its code gets
 * @param {string[]} [runs] functions of the engine that are like the methods `RUNS`
 */
function showsSource (tree, edits, owns = () => false, runs = []) {
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
  const used = [...references, ...edited.filter(({ type }) => type !== 'FunctionDeclaration')]
  return !used.every((node) => isHarmless(node, tree, runs))
}

/** @returns {string | undefined} the name by which the template refers to a function */
function nameOf ({ id }, parent) {
  return (id ?? parent.id ?? parent.left)?.name
}

/** @returns {boolean} whether a function, or a name that refers to it, is called, assigned to a name, passed on or only tested */
function isHarmless (node, tree, runs) {
  const parent = tree.parents.get(node)
  // Under `with`, a name that a block does not declare may be a property of the locals.
  const keeps = (id) => isFunction(node) && id.name !== undefined && (tree.root.type === 'Program' || !tree.isFree(id))
  switch (parent.type) {
    case 'ExpressionStatement':
    case 'IfStatement':
    case 'UnaryExpression': return true
    case 'CallExpression':
    case 'NewExpression': return parent.callee === node || runs.includes(parent.callee.name) ||
      RUNS.test(tree.source(parent.callee))
    case 'MemberExpression': return parent.object === node ? !parent.computed && CALLS.has(parent.property.name) : !parent.computed
    case 'Property': return parent.key === node && !parent.computed && !parent.shorthand
    case 'VariableDeclarator': return parent.id === node || keeps(parent.id)
    case 'AssignmentExpression': return parent.left === node ||
      (keeps(parent.left) && tree.parents.get(parent).type === 'ExpressionStatement')
  }
  return isFunction(parent) && parent.body !== node
}

module.exports = { showsSource }
