'use strict'

const { callOf, isCall, isNamed, isText } = require('../shared/ast-matchers')

/** Matchers for nodes of the code that the compiler of Nunjucks generates. */

/**
 * Matches `runtime.suppressValue(env.getFilter("safe").call(context, value), …)`; with the option `throwOnUndefined`, what the filter
 * returns is in `runtime.ensureDefined(…)`
 *
 * @returns {object | undefined} the node of the value
 */
function safeValue (node) {
  if (!isCall(node, 'runtime', 'suppressValue')) return
  const [given] = node.arguments
  const { type, callee, arguments: args } = isCall(given, 'runtime', 'ensureDefined') ? given.arguments[0] : given
  if (type !== 'CallExpression' || args.length !== 2 || callee.type !== 'MemberExpression' || !isNamed(callee.property, 'call')) return
  return isCall(callee.object, 'env', 'getFilter') && callee.object.arguments[0].value === 'safe' ? args[1] : undefined
}

/** Matches `t_1.getExported(…)`, of an imported template */
function isImport ({ type, callee }) {
  return type === 'CallExpression' && callee.type === 'MemberExpression' && isNamed(callee.property, 'getExported') && callee.object.type === 'Identifier'
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

module.exports = { binding, isImport, safeValue }
