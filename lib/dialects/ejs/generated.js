'use strict'

const { UNKNOWN_SHAPE, UNKNOWN_SYNTAX, parse } = require('../shared/parse')
const { SyntaxTree } = require('../shared/tree')

/** The function of the generated code that writes. */
const APPEND = '__append'

/** Names that the generated code defines or uses. A template that declares or assigns one is rendered by EJS. */
const PROVIDED = new Set(['escapeFn', 'include', 'rethrow', APPEND, 'undefined'])

/** Names that only the function of EJS has. A template that uses one is rendered by EJS. */
const INTERNAL = ['__output', '__lines', '__filename']

/** @typedef {{ tree: SyntaxTree, hasWith: boolean }} Generated a template's statements; whether in a `with (locals)` */

/**
 * Reads the function body that `ejs.Template` generated. Its shape has not changed since EJS 3:
 *
 *     var __output = "";
 *     function __append(s) { … }
 *     with (locals || {}) { … }   // or the statements themselves
 *     return __output;
 *
 * @param {{ localsName: string, async?: boolean, strict?: boolean }} options those of the `ejs.Template`
 * @returns {Generated | { reason: string }} the reason for an engine fallback if the source has a different shape, for
 *   example because a scriptlet closes the surrounding block or returns early
 */
function readGenerated (source, { async, localsName, strict }) {
  const directive = strict ? '"use strict";' : ''
  const head = `(${async ? 'async ' : ''}function (${localsName}, escapeFn, include, rethrow) {${directive}\n`
  const text = `${head}${source}\n})`
  const ast = parse(text)
  if (ast === undefined) return { reason: UNKNOWN_SYNTAX }

  const fn = ast.body[0].expression
  const page = ast.body.length === 1 ? split(fn.body.body.slice(strict ? 1 : 0)) : undefined
  if (page === undefined) {
    return { reason: `${UNKNOWN_SHAPE}, for example because it closes a block that it did not open` }
  }
  const { body, hasWith } = page
  const type = hasWith ? 'BlockStatement' : 'Program'
  const tree = new SyntaxTree(text, { type, start: body[0]?.start ?? 0, end: body.at(-1)?.end ?? 0, body })
  if (tree.all('WithStatement').length > 0) return { reason: 'has a with statement' }
  const reads = new Set(tree.freeReferences.filter(({ isWrite }) => !isWrite).map(({ identifier }) => identifier))
  const reserved = new Set([...PROVIDED, ...INTERNAL])
  const changed = tree.all('Identifier')
    .find((node) => reserved.has(node.name) && tree.isVariable(node) && !reads.has(node))
  return changed ? { reason: `sets ${changed.name}` } : { tree, hasWith }
}

function split (statements) {
  const [output, append] = statements
  const last = statements.at(-1)
  if (output?.type !== 'VariableDeclaration' || append?.type !== 'FunctionDeclaration') return
  if (append.id.name !== APPEND) return
  if (last.type !== 'ReturnStatement' || last.argument?.name !== '__output') return

  const body = statements.slice(2, -1)
  const hasWith = body[0]?.type === 'WithStatement'
  if (!hasWith) return { body, hasWith }
  if (body.length === 1 && body[0].body.type === 'BlockStatement') return { body: body[0].body.body, hasWith }
}

module.exports = { APPEND, INTERNAL, PROVIDED, readGenerated }
