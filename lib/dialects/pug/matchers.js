'use strict'

const { assignmentOf, callOf, isMember, isNamed } = require('../shared/matchers')

/** Matchers for nodes of the code that `pug-code-gen` generates. */

function isAssignmentTo (name, node) {
  return node?.type === 'AssignmentExpression' && node.operator === '=' && isNamed(node.left, name)
}

/** @returns {object[]} the operands of a sum, in source order */
function operandsOf (node) {
  const operands = []
  for (; node.type === 'BinaryExpression' && node.operator === '+'; node = node.left) operands.push(node.right)
  return [node, ...operands.toReversed()]
}

/** Matches `pug_html = pug_html + …;` */
function isOutput (statement) {
  const { left, right } = assignmentOf(statement) ?? {}
  return isNamed(left, 'pug_html') && right.type === 'BinaryExpression' && isNamed(operandsOf(right)[0], 'pug_html')
}

/** Matches the targets of `pug_debug_line = 3;` and `pug_debug_filename = "…";` */
function isPosition (node) {
  return isNamed(node, 'pug_debug_line') || isNamed(node, 'pug_debug_filename')
}

/** Matches `null == (pug_interp = …) ? "" : pug_interp`. @returns {object | undefined} the node of `pug_interp = …` */
function rawValue ({ type, test, consequent, alternate }) {
  if (type !== 'ConditionalExpression' || test.operator !== '==' || test.left.raw !== 'null') return
  if (!isAssignmentTo('pug_interp', test.right) || consequent.value !== '' || !isNamed(alternate, 'pug_interp')) return
  return test.right
}

/** Matches `object.call(context, …);` @returns {{ object: object, context?: object } | undefined} the two nodes */
function callWithThis (statement) {
  const { callee, arguments: given } = callOf(statement) ?? {}
  if (callee?.type !== 'MemberExpression' || callee.computed || !isNamed(callee.property, 'call')) return
  return { object: callee.object, context: given[0] }
}

/**
 * Matches `(function (…) {…}).call(this, …);`, which Pug generates around the page and each loop.
 *
 * @returns {{ fn: object, context: object } | undefined} the function, and the node of its `this`
 */
function inlineFunction (statement) {
  const { object: fn, context } = callWithThis(statement) ?? {}
  if (fn?.type !== 'FunctionExpression' || fn.id || fn.async || fn.generator) return
  return context?.type === 'ThisExpression' ? { fn, context } : undefined
}

/** Matches `pug_mixins["name"] = pug_interp = function (…) {…};` @returns {object | undefined} the function */
function definedMixin (statement) {
  const { left, right } = assignmentOf(statement) ?? {}
  return isMixin(left) && isAssignmentTo('pug_interp', right) && right.right.type === 'FunctionExpression'
    ? right.right
    : undefined
}

/** Matches `pug_mixins["attributes"] = …;` */
function definesAttributes (statement) {
  return definedMixin(statement) !== undefined && assignmentOf(statement).left.property.value === 'attributes'
}

/**
 * Matches `pug_mixins["name"](…);` and `pug_mixins["name"].call({ block: function () {…}, … }, …);`
 *
 * @returns {{ mixin: object, block?: object } | undefined} the node `pug_mixins["name"]` and the function of the block
 */
function calledMixin (statement) {
  const { callee } = callOf(statement) ?? {}
  if (isMixin(callee)) return { mixin: callee }
  const { object: mixin, context } = callWithThis(statement) ?? {}
  if (!isMixin(mixin)) return
  const { key, value } = context?.properties?.[0] ?? {}
  const isBlock = isNamed(key, 'block') && value.type === 'FunctionExpression'
  return { mixin, block: isBlock ? value : undefined }
}

/** Matches `if ('number' == typeof $$obj.length) …`: Pug generates the body of `each` twice, for lists and objects. */
function isEachOfList ({ test: { left, right }, alternate }) {
  return alternate !== null && left?.value === 'number' && right.operator === 'typeof' &&
    isMember(right.argument, '$$obj', 'length')
}

function isMixin (node) {
  return node?.type === 'MemberExpression' && node.computed && isNamed(node.object, 'pug_mixins')
}

module.exports = {
  calledMixin, definedMixin, definesAttributes, inlineFunction, isEachOfList, isOutput, isPosition, operandsOf, rawValue
}
