'use strict'

const { UNKNOWN_SHAPE, countReturns, parseGenerated, scopesOf } = require('../shared/generated-code')

/**
 * Names that the code which EJS generates gives a meaning of its own. Template code that mentions one of these
 * is left to EJS itself.
 */
const INTERNAL = new Set(['__output', '__lines', '__filename', 'arguments', 'eval'])

/** What the generated code passes to the template; left to EJS if reassigned. */
const GIVEN = new Set(['escapeFn', 'include', 'rethrow', '__append'])

/**
 * The JavaScript that EJS generated for a template, parsed, with what is known of the scopes in it.
 *
 * @typedef {object} Generated
 * @property {string} text the source text that the positions of nodes refer to
 * @property {object[]} body the template's own statements
 * @property {boolean} hasWith whether the body stood in `with (locals)`
 * @property {object[]} references eslint-scope's references, of the body, to names that the body does not bind
 *   itself: under `with`, each of them means a property of the locals where there is one
 */

/**
 * Reads the function body that `ejs.Template` generated. Its shape has been the same since EJS 3:
 *
 *     var __output = "";
 *     function __append(s) { … }
 *     with (locals || {}) { … }   // or the statements themselves
 *     return __output;
 *
 * @param {string} source
 * @param {{ localsName: string, async?: boolean, strict?: boolean }} options of the `ejs.Template`
 * @returns {Generated | { reason: string }} why only EJS itself can run the source, if it is
 *   of another shape, as when a scriptlet closes the block around it or returns early
 */
function read (source, { async, localsName, strict }) {
  const head = `(${async ? 'async ' : ''}function (${localsName}, escapeFn, include, rethrow) {${strict ? '"use strict";' : ''}\n`
  const text = `${head}${source}\n})`
  const { ast, reason } = parseGenerated(text)
  if (reason) return { reason }

  const fn = ast.body[0].expression
  const parts = ast.body.length === 1 ? split(fn.body.body.slice(strict ? 1 : 0)) : undefined
  if (parts === undefined) return { reason: `${UNKNOWN_SHAPE}, as when it closes a block that it has not opened` }
  if (countReturns(parts.body) > 0) return { reason: 'returns early' }

  const references = freeReferences(ast, fn, parts.body)
  const internal = references.find(isInternal)
  if (internal) return { reason: `${internal.isWrite() ? 'sets' : 'uses'} ${internal.identifier.name}` }

  return { text, ...parts, references }
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
 * @param {object} ast
 * @param {object} fn the function that holds the template
 * @param {object[]} body
 * @returns {object[]} see `Generated.references`
 */
function freeReferences (ast, fn, body) {
  if (body.length === 0) return []
  const start = body[0].start
  const end = body.at(-1).end
  const manager = scopesOf(ast)
  const templateScope = manager.acquire(fn)

  return manager.scopes.flatMap((scope) => scope.references).filter(({ identifier, resolved }) =>
    identifier.start >= start && identifier.end <= end &&
    (!resolved || resolved.scope === templateScope)
  )
}

/** Whether only EJS itself can give a reference its meaning. */
function isInternal (reference) {
  const { name } = reference.identifier
  return INTERNAL.has(name) || (GIVEN.has(name) && reference.isWrite())
}

module.exports = { GIVEN, read }
