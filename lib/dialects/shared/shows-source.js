'use strict'

const { isFunction } = require('./tree')

/** Properties by which a function other than an arrow function shows the function that called it, or itself. */
const SHOWS_CALLER = new Set(['callee', 'caller'])

/** The methods that call their first argument, and neither keep nor return it. */
const RUNS = /\.(?:catch|each|every|filter|find\w*|flatMap|forEach|map|reduce\w*|some|sort|then|toSorted)$/

/** The object of Underscore and Lodash, whose methods get a list first. */
const UNDERSCORE = '_'

/**
 * Whether a template may print a function that the edits change. The page would differ from the engine's, and show the
 * inserted name. Calling such a function, or passing it to `items.forEach`, is fine.
 *
 * @param {import('./page-code').Language} language
 */
function showsSource (tree, edits, { owns = () => false, runs = [], lists = [] }) {
  const functions = [...tree.parents.keys()]
    .filter((node) => (isFunction(node) && !owns(node)) || node.type === 'StaticBlock')
  if (functions.length === 0) return false
  const words = ['Identifier', 'Literal', 'TemplateElement'].flatMap((type) => tree.all(type))
  const isSloppy = functions.some(({ type }) => type !== 'ArrowFunctionExpression')
  if (isSloppy && words.some(({ name, value }) => SHOWS_CALLER.has(name ?? value?.cooked ?? value))) return true

  const edited = functions.filter((node) => edits.some(({ start, end }) => start >= node.start && end <= node.end))
  if (edited.length === 0) return false
  const names = new Set(edited.map((node) => nameOf(node, tree.parents.get(node)))).add('arguments')
  const references = tree.all('Identifier').filter(({ name }) => names.has(name))
  const used = [...references, ...edited.filter(({ type }) => type !== 'FunctionDeclaration')]
  return !used.every((node) => isHarmless(node, tree, { runs, lists: [UNDERSCORE, ...lists] }))
}

/** @returns {string | undefined} the name by which the template refers to a function */
function nameOf ({ id }, parent) {
  return (id ?? parent.id ?? parent.left)?.name
}

/** Whether a function, or a name that refers to it, is called, assigned to a name, passed on or only tested. */
function isHarmless (node, tree, language) {
  const parent = tree.parents.get(node)
  // Other names may be properties of the locals, under `with`, or of `globalThis`.
  const isDeclared = (id) => !tree.isFree(id) ||
    (tree.root.type === 'Program' && tree.scopes.get(undefined)?.has(id.name))
  const keeps = (id) => isFunction(node) && id.name !== undefined && isDeclared(id)
  switch (parent.type) {
    case 'ExpressionStatement':
    case 'IfStatement':
    case 'UnaryExpression': return true
    case 'CallExpression': return parent.callee === node ||
      (language.runs.includes(parent.callee.name) && parent.arguments.at(-1) === node) ||
      (RUNS.test(tree.source(parent.callee)) &&
        parent.arguments[getsList(parent.callee.object, tree, language.lists) ? 1 : 0] === node)
    case 'MemberExpression':
      if (parent.computed || parent.object !== node) return !parent.computed
      // What `bind` returns still constructs objects that know the function.
      if (parent.property.name === 'bind') return isHarmless(tree.parents.get(parent), tree, language)
      return parent.property.name === 'apply' || parent.property.name === 'call'
    case 'Property': return parent.key === node && !parent.computed && !parent.shorthand
    case 'VariableDeclarator': return parent.id === node || keeps(parent.id)
    case 'AssignmentExpression': return parent.left === node ||
      (keeps(parent.left) && tree.parents.get(parent).type === 'ExpressionStatement')
  }
  return isFunction(parent) && parent.body !== node
}

/** @returns {boolean} whether an object, whose name the template does not set, is one of `lists` */
function getsList (object, tree, lists) {
  if (object === undefined || !lists.includes(tree.source(object))) return false
  const root = object.object ?? object
  return tree.isFree(root) &&
    tree.freeReferences.every(({ identifier, isWrite }) => identifier.name !== root.name || !isWrite)
}

module.exports = { showsSource }
