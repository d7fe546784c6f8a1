'use strict'

const { isMember } = require('../shared/ast-matchers')
const { UNKNOWN_SHAPE, countReturns, parseGenerated, walk } = require('../shared/generated-code')

/** Names that give code access to the function around it. */
const REFLECTIVE = new Set(['arguments', 'eval'])

/**
 * The parsed JavaScript that Eta generated for a template.
 *
 * @typedef {object} Generated
 * @property {string} text the source text to which node positions refer
 * @property {string} params the parameters of the function
 * @property {boolean} async
 * @property {number} start the start of the function's body in the text
 * @property {number} end the end of the function's body in the text
 * @property {object[]} body the statements of the function
 */

/**
 * Reads a function that an instance of Eta generated, including the changes of plugins. Since Eta 3, its output is the
 * final value of `__eta.res`:
 *
 *     let include = …, includeAsync = …
 *     let __eta = {res: "", e: …}
 *     function layout(path, data) { … }
 *     __eta.res+='text'
 *     __eta.res+=__eta.e(it.value)
 *     if (__eta.layout) { __eta.res = include(__eta.layout, …) }
 *     return __eta.res
 *
 * @param {Function} fn
 * @returns {Generated | { reason: string }} the reason for an engine fallback if the function has another shape or uses
 *   reflection
 */
function read (fn) {
  const source = Function.prototype.toString.call(fn)
  // Only `new Function` creates such a source, so the function has no enclosing scope.
  if (!/^(?:async )?function anonymous\([^\n]*\n\) \{\n/.test(source)) return { reason: 'is compiled by a function of the app' }

  const text = `(${source})`
  const { ast, reason } = parseGenerated(text)
  if (reason) return { reason }

  const { async, body: { body, start, end }, params } = ast.body[0].expression
  if (params.length !== 2 || !startsEmpty(body) || !isResult(body.at(-1).argument)) return { reason: UNKNOWN_SHAPE }
  if (countReturns(body) !== 1) return { reason: 'returns early' }

  const reflective = reflectiveName(body)
  if (reflective !== undefined) return { reason: `uses ${reflective}` }

  return { text, params: text.slice(params[0].start, params[1].end), async, start: start + 1, end: end - 1, body }
}

/** @returns {boolean} whether the code declares `__eta` with an empty output */
function startsEmpty (body) {
  const init = declaratorIn(body)?.init
  return init?.type === 'ObjectExpression' && init.properties.some(({ key, value }) => key?.name === 'res' && value.value === '')
}

/** @returns {object | undefined} the declarator of `__eta` */
function declaratorIn (body) {
  return body.flatMap(({ declarations = [] }) => declarations).find(({ id }) => id.name === '__eta')
}

/** Matches `__eta.res` */
function isResult (node) {
  return isMember(node, '__eta', 'res')
}

function reflectiveName (body) {
  let found
  walk(body, (node) => {
    if (node.type === 'Identifier' && REFLECTIVE.has(node.name)) found ??= node.name
  })
  return found
}

module.exports = { declaratorIn, isResult, read }
