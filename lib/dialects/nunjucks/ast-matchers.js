'use strict'

/** Matchers for the code that the compiler of Nunjucks makes. */

function isNamed (node, name) {
  return node?.type === 'Identifier' && node.name === name
}

function isText (node) {
  return node?.type === 'Literal' && typeof node.value === 'string'
}

/** @returns {boolean} whether the node is `object.method(…)` */
function isCall (node, object, method) {
  const callee = node?.type === 'CallExpression' ? node.callee : undefined
  return callee?.type === 'MemberExpression' && !callee.computed && isNamed(callee.object, object) && isNamed(callee.property, method)
}

/**
 * `hole_0 = runtime.markSafe(hole_0);`, what `super()` gives
 *
 * @returns {string | undefined} the name
 */
function superName ({ type, expression }) {
  if (type !== 'ExpressionStatement' || expression.type !== 'AssignmentExpression') return
  const { left, right } = expression
  return isCall(right, 'runtime', 'markSafe') && isNamed(right.arguments[0], left.name) ? left.name : undefined
}

/**
 * `runtime.suppressValue(value, …)`, with `runtime.ensureDefined(value, …)` in it where
 * the option `throwOnUndefined` is set
 *
 * @returns {object | undefined} the node of the value
 */
function printed (node) {
  if (!isCall(node, 'runtime', 'suppressValue')) return
  const [value] = node.arguments
  return isCall(value, 'runtime', 'ensureDefined') ? value.arguments[0] : value
}

/**
 * `env.getFilter("name").call(context, value, …)`
 *
 * @returns {string | undefined} the name
 */
function filterName (node) {
  const callee = node?.type === 'CallExpression' ? node.callee : undefined
  if (callee?.type !== 'MemberExpression' || !isNamed(callee.property, 'call') || !isCall(callee.object, 'env', 'getFilter')) return
  return callee.object.arguments[0].value
}

/**
 * `frame.set("name", value);`
 *
 * @returns {{ name: string, value: object } | undefined} not where it looks for the name
 *   in the frames above
 */
function binding ({ type, expression }) {
  if (type !== 'ExpressionStatement' || !isCall(expression, 'frame', 'set')) return
  const [name, value, ...more] = expression.arguments
  return isText(name) && more.length === 0 ? { name: name.value, value } : undefined
}

module.exports = { binding, filterName, isCall, isNamed, isText, printed, superName }
