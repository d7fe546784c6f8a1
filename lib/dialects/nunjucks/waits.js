'use strict'

const { filterName, isCall, isNamed } = require('./shapes')

/**
 * Finds the calls that the rest of a function waits for: its text so far stays as it is
 * then. Those that are made while text is put aside, as in macros, `asyncAll` and the
 * content of extensions, are none.
 *
 * @param {import('./generated').GeneratedFunction} fn
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {object[]} the statements
 */
function waitsOf ({ node, nodes }, tree) {
  const goesOn = (each) => {
    const inner = tree.functionOf(each)
    return inner === node || (isRest(inner, tree) && goesOn(inner))
  }
  return nodes.filter((each) => hasRest(each) && goesOn(each))
}

/**
 * @param {object} node
 * @returns {boolean} whether it is a statement `…(…, function(error, result) { the rest });`
 */
function hasRest ({ type, expression }) {
  if (type !== 'ExpressionStatement' || expression.type !== 'CallExpression') return false
  return isFunction(expression.arguments.at(-1)) && !isCall(expression, 'tasks', 'push') && !isCall(expression, 'env', 'waterfall')
}

/**
 * @param {object} fn
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {boolean} whether a function goes on with the page: the rest behind a call, the
 *   body of `asyncEach`, and that of a condition
 */
function isRest (fn, tree) {
  const call = tree.parents.get(fn)
  if (call.type !== 'CallExpression' || tree.parents.get(call).type !== 'ExpressionStatement') return false
  if (isCall(call, 'tasks', 'push') || fn.params.some((param) => isNamed(param, 'output'))) return false
  return call.callee === fn || call.arguments.at(-1) === fn || isCall(call, 'runtime', 'asyncEach')
}

/**
 * @param {object} statement
 * @returns {boolean} whether it calls a block, which may go on with the page
 */
function isBlock ({ expression: { callee } }) {
  return isCall(callee.alternate ?? callee, 'context', 'getBlock')
}

function isFunction (node) {
  return node?.type === 'FunctionExpression'
}

/**
 * @param {object} node
 * @returns {boolean} whether it is a statement that calls what the app may have: an asynchronous
 *   filter or the tag of an extension
 */
function isForeign (node) {
  if (!hasRest(node)) return false
  return filterName(node.expression) !== undefined || isCall(node.expression.callee.object, 'env', 'getExtension')
}

module.exports = { isBlock, isForeign, waitsOf }
