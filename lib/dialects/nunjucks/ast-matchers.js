'use strict'

const { callOf, isCall, isNamed, isText } = require('../shared/matchers')

/** Matchers for nodes of the code that the compiler of Nunjucks generates. */

/**
 * Matches `runtime.suppressValue(env.getFilter("safe").call(context, value), …)`
 *
 * @returns {{ start: number, end: number } | undefined} the range of the value
 */
function safeValue (node) {
  const filtered = isCall(node, 'runtime', 'suppressValue') ? node.arguments[0] : undefined
  const { type, callee, arguments: args, end } = filtered ?? {}
  if (type !== 'CallExpression' || args.length !== 2 || callee.type !== 'MemberExpression' || !isNamed(callee.property, 'call')) return
  if (!isCall(callee.object, 'env', 'getFilter') || callee.object.arguments[0].value !== 'safe') return
  return { start: args[0].end + 1, end: end - 1 }
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
