'use strict'

const { assignmentOf, callOf, isCall, isNamed, isText } = require('../shared/ast-matchers')

/** Matchers for nodes of the code that the compiler of Nunjucks generates. */

/**
 * Matches `hole_0 = runtime.markSafe(hole_0);`, the result of `super()`
 *
 * @returns {string | undefined} the name of the variable
 */
function superName (statement) {
  const { left, right } = assignmentOf(statement) ?? {}
  return isCall(right, 'runtime', 'markSafe') && isNamed(right.arguments[0], left.name) ? left.name : undefined
}

/**
 * Matches `runtime.suppressValue(value, …)`; with the option `throwOnUndefined`, the value is in
 * `runtime.ensureDefined(value, …)`
 *
 * @returns {object | undefined} the node of the value
 */
function printed (node) {
  if (!isCall(node, 'runtime', 'suppressValue')) return
  const [value] = node.arguments
  return isCall(value, 'runtime', 'ensureDefined') ? value.arguments[0] : value
}

/**
 * Matches `env.getFilter("name").call(context, value, …)`
 *
 * @returns {string | undefined} the name of the filter
 */
function filterName (node) {
  const callee = node?.type === 'CallExpression' ? node.callee : undefined
  if (callee?.type !== 'MemberExpression' || !isNamed(callee.property, 'call') || !isCall(callee.object, 'env', 'getFilter')) return
  return callee.object.arguments[0].value
}

/**
 * Matches `frame.set("name", value);`
 *
 * @returns {{ name: string, value: object } | undefined} `undefined` for a call that also searches outer frames
 */
function binding (statement) {
  const call = callOf(statement)
  if (!isCall(call, 'frame', 'set')) return
  const [name, value, ...more] = call.arguments
  return isText(name) && more.length === 0 ? { name: name.value, value } : undefined
}

module.exports = { binding, filterName, printed, superName }
