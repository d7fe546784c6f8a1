'use strict'

const { assignmentOf, callOf, isNamed } = require('../shared/ast-matchers')

/** Matchers for nodes of the code that `pug-code-gen` generates. */

function isAssignmentTo (name, node) {
  return node?.type === 'AssignmentExpression' && node.operator === '=' && isNamed(node.left, name)
}

function isSum ({ type, operator }) {
  return type === 'BinaryExpression' && operator === '+'
}

/** @returns {object[]} the operands of a sum, in source order */
function operandsOf (node) {
  const operands = []
  for (; isSum(node); node = node.left) operands.push(node.right)
  return [node, ...operands.toReversed()]
}

/** Matches `pug_html = pug_html + …;` */
function isOutput (statement) {
  const { left, right } = assignmentOf(statement) ?? {}
  return isNamed(left, 'pug_html') && isSum(right) && isNamed(operandsOf(right)[0], 'pug_html')
}

/** Matches the targets of `pug_debug_line = 3;` and `pug_debug_filename = "…";` */
function isPosition (node) {
  return isNamed(node, 'pug_debug_line') || isNamed(node, 'pug_debug_filename')
}

/**
 * Matches `null == (pug_interp = …) ? "" : pug_interp`.
 *
 * @returns {object | undefined} the node of the unescaped value
 */
function rawValue ({ type, test, consequent, alternate }) {
  if (type !== 'ConditionalExpression' || test.operator !== '==' || test.left.raw !== 'null') return
  if (!isAssignmentTo('pug_interp', test.right) || consequent.value !== '' || !isNamed(alternate, 'pug_interp')) return
  return test.right.right
}

/**
 * Matches `(function (…) {…}).call(this, …);`, which Pug generates around the page and each loop.
 *
 * @returns {{ fn: object, context: object } | undefined} the function, and the node of its `this`
 */
function inlineFunction (statement) {
  const call = callOf(statement)
  if (call === undefined) return
  const { callee, arguments: [context] } = call
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
function definedMixin (statement) {
  const { left, right } = assignmentOf(statement) ?? {}
  return isMixin(left) && isAssignmentTo('pug_interp', right) && right.right.type === 'FunctionExpression' ? right.right : undefined
}

/**
 * Matches `pug_mixins["name"](…);` and `pug_mixins["name"].call({ block: function () {…}, … }, …);`
 *
 * @returns {{ mixin: object, block?: object } | undefined} the node `pug_mixins["name"]` and the
 *   property `block`
 */
function calledMixin (statement) {
  const call = callOf(statement)
  if (call === undefined) return
  const { callee, arguments: [context] } = call
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

function isMixin (node) {
  return node?.type === 'MemberExpression' && node.computed && isNamed(node.object, 'pug_mixins')
}

module.exports = { calledBlock, calledMixin, definedMixin, inlineFunction, isOutput, isPosition, operandsOf, rawValue }
