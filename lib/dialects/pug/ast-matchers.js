'use strict'

/** Matchers for the nodes of the code that `pug-code-gen` writes. */

function isNamed (node, name) {
  return node?.type === 'Identifier' && node.name === name
}

function isText (node) {
  return node.type === 'Literal' && typeof node.value === 'string'
}

function isAssignmentTo (name, node) {
  return node?.type === 'AssignmentExpression' && node.operator === '=' && isNamed(node.left, name)
}

function isSum ({ type, operator }) {
  return type === 'BinaryExpression' && operator === '+'
}

/** @returns {object[]} the operands of a sum, in the order in which they are added */
function operandsOf (node) {
  const operands = []
  for (; isSum(node); node = node.left) operands.push(node.right)
  return [node, ...operands.toReversed()]
}

/** Matches `pug_html = pug_html + …;` */
function isOutput ({ type, expression }) {
  return type === 'ExpressionStatement' && isAssignmentTo('pug_html', expression) &&
    isSum(expression.right) && isNamed(operandsOf(expression.right)[0], 'pug_html')
}

/** Matches `pug_debug_line = 3;`, `pug_debug_filename = "…";` and `;` */
function isSilent ({ type, expression }) {
  if (type === 'EmptyStatement') return true
  return type === 'ExpressionStatement' && expression.right?.type === 'Literal' &&
    (isAssignmentTo('pug_debug_line', expression) || isAssignmentTo('pug_debug_filename', expression))
}

/**
 * Matches `null == (pug_interp = …) ? "" : pug_interp`.
 *
 * @returns {object | undefined} the node of the value, which is unescaped
 */
function rawValue ({ type, test, consequent, alternate }) {
  if (type !== 'ConditionalExpression' || test.operator !== '==' || test.left.raw !== 'null') return
  if (!isAssignmentTo('pug_interp', test.right) || consequent.value !== '' || !isNamed(alternate, 'pug_interp')) return
  return test.right.right
}

/**
 * Matches `(function (…) {…}).call(this, …);`, as around the page and each loop.
 *
 * @returns {{ fn: object, context: object } | undefined} the function, and the node of its `this`
 */
function inlineFunction ({ type, expression }) {
  if (type !== 'ExpressionStatement' || expression.type !== 'CallExpression') return
  const { callee, arguments: [context] } = expression
  if (callee.type !== 'MemberExpression' || callee.computed || !isNamed(callee.property, 'call')) return
  const fn = callee.object
  if (fn.type !== 'FunctionExpression' || fn.id || fn.async || fn.generator || context?.type !== 'ThisExpression') return
  return { fn, context }
}

/**
 * Matches `pug_mixins["name"] = pug_interp = function (…) {…};`
 *
 * @returns {object | undefined} the function
 */
function definedMixin ({ type, expression }) {
  if (type !== 'ExpressionStatement' || expression.type !== 'AssignmentExpression' || expression.operator !== '=') return
  const { left, right } = expression
  return isMixin(left) && isAssignmentTo('pug_interp', right) && right.right.type === 'FunctionExpression' ? right.right : undefined
}

/**
 * Matches `pug_mixins["name"](…);` and `pug_mixins["name"].call({ block: function () {…}, … }, …);`
 *
 * @returns {{ mixin: object, block?: object } | undefined} the node `pug_mixins["name"]`, and the
 *   property with the block
 */
function calledMixin ({ type, expression }) {
  if (type !== 'ExpressionStatement' || expression.type !== 'CallExpression') return
  const { callee, arguments: [context] } = expression
  if (isMixin(callee)) return { mixin: callee }
  if (callee.type !== 'MemberExpression' || !isMixin(callee.object) || !isNamed(callee.property, 'call') || callee.computed) return
  const first = context?.properties?.[0]
  return { mixin: callee.object, block: isNamed(first?.key, 'block') && first.value.type === 'FunctionExpression' ? first : undefined }
}

/**
 * Matches `block && block();`
 *
 * @returns {object[]} the two identifiers
 */
function calledBlock ({ expression: { type, operator, left, right } }) {
  const isCall = type === 'LogicalExpression' && operator === '&&' && isNamed(left, 'block') && isNamed(right.callee, 'block')
  return isCall ? [left, right.callee] : []
}

function isMixin ({ type, object, computed }) {
  return type === 'MemberExpression' && computed && isNamed(object, 'pug_mixins')
}

module.exports = { calledBlock, calledMixin, definedMixin, inlineFunction, isNamed, isOutput, isSilent, isText, operandsOf, rawValue }
