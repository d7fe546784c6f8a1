'use strict'

const { isFunction, parse, walk } = require('../shared/generated-code')

/** What marks the names that are ours; Eta's own begin with two underscores. */
const OURS = '__br'

/** Names by which code sees how the function around it is called, or what it is. */
const REFLECTIVE = new Set(['arguments', 'eval'])

/**
 * The JavaScript that Eta generated for a template, parsed.
 *
 * @typedef {object} Generated
 * @property {string} text the source text that the positions of nodes refer to
 * @property {string} params of the function
 * @property {boolean} async
 * @property {number} start of the function's body in the text
 * @property {number} end
 * @property {object[]} body the statements of the function
 */

/**
 * Reads a function that an instance of Eta generated, plugins included. Since Eta 3 its output is what
 * `__eta.res` holds at the end:
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
 * @returns {Generated | { reason: string }} why only Eta itself can run the function, if it is
 *   of another shape, or can see more of itself than its output
 */
function read (fn) {
  const source = Function.prototype.toString.call(fn)
  // Only `new Function` makes such a source: it cannot hold variables of a scope around it.
  if (!/^(?:async )?function anonymous\([^\n]*\n\) \{\n/.test(source)) return { reason: "is compiled by a function of the app's own" }
  if (source.includes(OURS)) return { reason: `has a name that begins with ${OURS}` }

  const text = `(${source})`
  const ast = parse(text)
  if (ast === undefined) return { reason: 'has JavaScript that the parser does not know' }

  const { async, body: { body, start, end }, params } = ast.body[0].expression
  if (params.length !== 2 || !startsEmpty(body) || !isResult(body.at(-1).argument)) return { reason: 'is compiled to code of a shape that is not known' }
  if (returnsIn(body) !== 1) return { reason: 'returns early' }

  const reflective = reflectiveName(body)
  if (reflective !== undefined) return { reason: `uses ${reflective}` }

  return { text, params: text.slice(params[0].start, params[1].end), async, start: start + 1, end: end - 1, body }
}

/** Whether Eta's object is declared with an empty output. */
function startsEmpty (body) {
  const init = declaratorIn(body)?.init
  return init?.type === 'ObjectExpression' && init.properties.some(({ key, value }) => key?.name === 'res' && value.value === '')
}

/** What declares `__eta`. */
function declaratorIn (body) {
  return body.flatMap(({ declarations = [] }) => declarations).find(({ id }) => id.name === '__eta')
}

/** Whether a node is `__eta.res`. */
function isResult (node) {
  return node?.type === 'MemberExpression' && !node.computed && node.object.name === '__eta' && node.property.name === 'res'
}

/** How often the template itself, not a function in it, returns. */
function returnsIn (body) {
  let count = 0
  walk(body, (node) => {
    if (node.type === 'ReturnStatement') count++
    return !isFunction(node)
  })
  return count
}

function reflectiveName (body) {
  let found
  walk(body, (node) => {
    if (node.type === 'Identifier' && REFLECTIVE.has(node.name)) found ??= node.name
  })
  return found
}

module.exports = { declaratorIn, isResult, read }
