'use strict'

const { isMember } = require('../shared/ast-matchers')
const { UNKNOWN_SHAPE, parseGenerated } = require('../shared/generated-code')
const { SyntaxTree } = require('../shared/syntax-tree')

/** Names that give code access to the function around it. */
const REFLECTIVE = new Set(['arguments', 'eval'])

/**
 * The parsed JavaScript that Eta generated for a template.
 *
 * @typedef {object} Generated
 * @property {SyntaxTree} tree the body of the function
 * @property {string} params the parameters of the function
 * @property {boolean} async
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
  const tree = new SyntaxTree(text, { type: 'Program', start: start + 1, end: end - 1, body })
  if (tree.all('ReturnStatement').filter((node) => !tree.functionOf(node)).length !== 1) return { reason: 'returns early' }

  const reflective = tree.all('Identifier').find(({ name }) => REFLECTIVE.has(name))
  if (reflective) return { reason: `uses ${reflective.name}` }
  return { tree, params: text.slice(params[0].start, params[1].end), async }
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

module.exports = { declaratorIn, isResult, read }
