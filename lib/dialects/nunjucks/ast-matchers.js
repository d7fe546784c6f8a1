'use strict'

const { assignmentOf, callOf, isCall, isNamed, isText } = require('../shared/ast-matchers')

/** Matchers for the code that the compiler of Nunjucks makes. */

/**
 * `hole_0 = runtime.markSafe(hole_0);`, what `super()` gives
 *
 * @returns {string | undefined} the name
 */
function superName (statement) {
  const { left, right } = assignmentOf(statement) ?? {}
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
function binding (statement) {
  const call = callOf(statement)
  if (!isCall(call, 'frame', 'set')) return
  const [name, value, ...more] = call.arguments
  return isText(name) && more.length === 0 ? { name: name.value, value } : undefined
}

module.exports = { binding, filterName, printed, superName }
