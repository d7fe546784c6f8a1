'use strict'

const { UNKNOWN_SHAPE, parseGenerated, scopesOf } = require('../shared/generated-code')
const { SyntaxTree } = require('../shared/syntax-tree')

/** Names with a meaning in the code that EJS generates. A template that uses one is rendered by EJS. */
const INTERNAL = new Set(['__output', '__lines', '__filename', 'arguments', 'eval'])

/** Names that the generated code defines for the template. A template that reassigns one is rendered by EJS. */
const PROVIDED = new Set(['escapeFn', 'include', 'rethrow', '__append'])

/**
 * The parsed JavaScript that EJS generated for a template.
 *
 * @typedef {object} Generated
 * @property {SyntaxTree} tree the template's own statements
 * @property {boolean} hasWith whether the body is in a `with (locals)` statement
 * @property {object[]} references eslint-scope's references in the body to names that the body does not declare;
 *   under `with`, a name refers to the property of the locals if one exists
 */

/**
 * Reads the function body that `ejs.Template` generated. Its shape has not changed since EJS 3:
 *
 *     var __output = "";
 *     function __append(s) { … }
 *     with (locals || {}) { … }   // or the statements themselves
 *     return __output;
 *
 * @param {{ localsName: string, async?: boolean, strict?: boolean }} options of the `ejs.Template`
 * @returns {Generated | { reason: string }} the reason for an engine fallback if the source has another shape, for
 *   example because a scriptlet closes the surrounding block or returns early
 */
function read (source, { async, localsName, strict }) {
  const head = `(${async ? 'async ' : ''}function (${localsName}, escapeFn, include, rethrow) {${strict ? '"use strict";' : ''}\n`
  const text = `${head}${source}\n})`
  const { ast, reason } = parseGenerated(text)
  if (reason) return { reason }

  const fn = ast.body[0].expression
  const parts = ast.body.length === 1 ? split(fn.body.body.slice(strict ? 1 : 0)) : undefined
  if (parts === undefined) return { reason: `${UNKNOWN_SHAPE}, for example because it closes a block that it did not open` }
  const { body, hasWith } = parts
  const tree = new SyntaxTree(text, { type: 'Program', start: body[0]?.start ?? 0, end: body.at(-1)?.end ?? 0, body })
  if (tree.all('ReturnStatement').some((node) => !tree.functionOf(node))) return { reason: 'returns early' }

  const references = freeReferences(ast, fn, tree.root)
  const internal = references.find(isInternal)
  if (internal) return { reason: `${internal.isWrite() ? 'sets' : 'uses'} ${internal.identifier.name}` }

  return { tree, hasWith, references }
}

function split (statements) {
  const [output, append] = statements
  const last = statements.at(-1)
  if (output?.type !== 'VariableDeclaration' || append?.type !== 'FunctionDeclaration') return
  if (last.type !== 'ReturnStatement' || last.argument?.name !== '__output') return

  const body = statements.slice(2, -1)
  const hasWith = body[0]?.type === 'WithStatement'
  if (!hasWith) return { body, hasWith }
  if (body.length === 1 && body[0].body.type === 'BlockStatement') return { body: body[0].body.body, hasWith }
}

/**
 * @param {object} fn the node of the template function
 * @returns {object[]} see `Generated.references`
 */
function freeReferences (ast, fn, { start, end }) {
  const manager = scopesOf(ast)
  const templateScope = manager.acquire(fn)

  return manager.scopes.flatMap((scope) => scope.references).filter(({ identifier, resolved }) =>
    identifier.start >= start && identifier.end <= end &&
    (!resolved || resolved.scope === templateScope)
  )
}

/** @returns {boolean} whether only EJS can resolve a reference */
function isInternal (reference) {
  const { name } = reference.identifier
  return INTERNAL.has(name) || (PROVIDED.has(name) && reference.isWrite())
}

module.exports = { PROVIDED, read }
