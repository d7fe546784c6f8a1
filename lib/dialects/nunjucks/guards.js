'use strict'

const { isForeign } = require('./waits')
const { isCall } = require('./shapes')

/**
 * Has a function fail with what is thrown in its rest, behind a wait. Nunjucks only catches
 * what is thrown before: behind it, it is the error of a timer or of a promise, and ends the
 * process.
 *
 *     let __brLate9 = false;
 *     try {
 *       env.getFilter("f").call(…, function(t_1,t_2) { try { … } catch (__brError) { if (!__brLate9) throw __brError; __brFail(__brError); } });
 *     } finally { __brLate9 = true; }
 *
 * What is thrown before the call is over still goes to who calls back, and from there to
 * Nunjucks.
 *
 * @param {import('./generated').GeneratedFunction} fn
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @param {import('./includes').Include[]} includes
 * @returns {{ start: number, end: number, code: string }[]} to be after those of the includes: some
 *   are at the same place
 */
function guardEdits ({ declaration, nodes, attempt: { handler } }, tree, includes) {
  const included = new Set(includes.map(({ get }) => get))
  const statements = nodes.filter((node) => (isForeign(node) || isLoad(node)) && !included.has(node.expression))
  if (statements.length + included.size === 0) return []
  const fail = `\nfunction __brFail(${handler.param.name}) ${tree.source(handler.body)}`
  return [
    { start: declaration.end, end: declaration.end, code: fail },
    // The end of one may be that of a callback which it is in.
    ...statements.toReversed().flatMap(({ expression, end }) => [
      ...guardStart(expression),
      { start: bodyOf(expression).end - 1, end: bodyOf(expression).end - 1, code: caught(expression) },
      { start: end, end, code: late(expression) }
    ])
  ]
}

/**
 * @param {object} call
 * @returns {{ start: number, end: number, code: string }[]} what begins the guard of its callback
 */
function guardStart (call) {
  const start = bodyOf(call).start + 1
  return [
    { start: call.start, end: call.start, code: `let ${nameOf(call)} = false; try { ` },
    { start, end: start, code: ' try {' }
  ]
}

/**
 * @param {object} call
 * @returns {string} what ends the guard, the callback and the call
 */
function guardEnd (call) {
  return `${caught(call)}})${late(call)}`
}

function caught (call) {
  return `} catch (__brError) { if (!${nameOf(call)}) throw __brError; __brFail(__brError); }`
}

function late (call) {
  return `; } finally { ${nameOf(call)} = true; }`
}

/** A name that no other call has: calls are in the rest of others. */
function nameOf ({ start }) {
  return `__brLate${start}`
}

function bodyOf ({ arguments: args }) {
  return args.at(-1).body
}

function isLoad ({ type, expression }) {
  return type === 'ExpressionStatement' && isCall(expression, 'env', 'getTemplate')
}

module.exports = { guardEdits, guardEnd, guardStart }
