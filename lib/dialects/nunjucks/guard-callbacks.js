'use strict'

const { callOf, isCall } = require('../shared/ast-matchers')
const { filterName } = require('./ast-matchers')

/**
 * Turns an error that a callback throws after a wait into an error of the page. In Nunjucks itself, that error ends the
 * process.
 *
 *     { const __brCall = {}; try {
 *       env.getFilter("f").call(…, __brGuarded(__brCall, __brFail, function(t_1,t_2) { the rest }));
 *     } finally { __brCall.isOver = true; } }
 *
 * An error that is thrown before the call returns goes to the caller of the callback, and from there to Nunjucks.
 *
 * @param {import('./generated').GeneratedFunction} fn
 * @param {import('../shared/syntax-tree').SyntaxTree} tree
 * @returns {import('../shared/generated-code').Edit[]}
 */
function guardEdits ({ declaration, nodes, attempt: { handler } }, tree) {
  const statements = nodes.filter(mayWait)
  if (statements.length === 0) return []
  const fail = `\nfunction __brFail(${handler.param.name}) ${tree.source(handler.body)}`
  return [{ start: declaration.end, end: declaration.end, code: fail }, ...statements.flatMap(guard)]
}

function guard ({ start, end, expression }) {
  const callback = expression.arguments.at(-1)
  return [
    { start, end: start, code: '{ const __brCall = {}; try { ' },
    { start: callback.start, end: callback.start, code: '__brGuarded(__brCall, __brFail, ' },
    { start: callback.end, end: callback.end, code: ')' },
    { start: end, end, code: ' } finally { __brCall.isOver = true; } }' }
  ]
}

/**
 * @returns {boolean} whether the statement passes a callback to a loader, or to an asynchronous filter or tag of
 *   the app
 */
function mayWait (statement) {
  const call = callOf(statement)
  if (call?.arguments.at(-1)?.type !== 'FunctionExpression') return false
  return isCall(call, 'env', 'getTemplate') || filterName(call) !== undefined || isCall(call.callee.object, 'env', 'getExtension')
}

module.exports = { guardEdits }
