'use strict'

const { callOf, isCall } = require('../shared/ast-matchers')
const { OURS } = require('../shared/names')
const { filterName } = require('./ast-matchers')

/**
 * Turns an error that a callback throws after a wait into an error of the page. In Nunjucks itself, that error ends the
 * process.
 *
 *     { const XCall = {}; try {
 *       env.getFilter("f").call(…, X.guarded(XCall, XFail, function(t_1,t_2) { the rest }));
 *     } finally { XCall.isOver = true; } }
 *
 * An error that is thrown before the call returns goes to the caller of the callback, and from there to Nunjucks.
 *
 * @returns {import('../shared/generated-code').Edit[]}
 */
function guardEdits ({ declaration, nodes, attempt: { handler } }, tree) {
  const statements = nodes.filter(mayWait)
  if (statements.length === 0) return []
  // Its name is in stacks.
  const fail = `\nvar ${OURS}Fail = function fail(${handler.param.name}) ${tree.source(handler.body)};`
  return [{ start: declaration.end, end: declaration.end, code: fail }, ...statements.flatMap(guard)]
}

function guard ({ start, end, expression }) {
  const callback = expression.arguments.at(-1)
  return [
    { start, end: start, code: `{ const ${OURS}Call = {}; try { ` },
    { start: callback.start, end: callback.start, code: `${OURS}.guarded(${OURS}Call, ${OURS}Fail, ` },
    { start: callback.end, end: callback.end, code: ')' },
    { start: end, end, code: ` } finally { ${OURS}Call.isOver = true; } }` }
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
