'use strict'

const { isFunction, parse, scopesOf, walk } = require('../../template/generated-code')

/** What marks the names that are ours; Eta's own begin with two underscores. */
const OURS = '__br'

/** Names by which code sees how the function around it is called, or what it is. */
const REFLECTIVE = new Set(['arguments', 'eval'])

/**
 * The JavaScript that Eta generated for a template, parsed.
 *
 * @typedef {object} Generated
 * @property {string} text the source text that the positions of nodes refer to
 * @property {number} start of the function's body in it
 * @property {number} end
 * @property {object[]} body the statements of the function
 * @property {object} result the property `res: ""` of Eta's object `__eta`
 * @property {object} last the statement `return __eta.res`
 */

/**
 * Reads the function body that an instance of Eta generated, plugins included.
 * Since Eta 3 its output is what `__eta.res` holds at the end:
 *
 *     let include = …, includeAsync = …
 *     let __eta = {res: "", e: …}
 *     function layout(path, data) { … }
 *     __eta.res+='text'
 *     __eta.res+=__eta.e(it.value)
 *     if (__eta.layout) { __eta.res = include(__eta.layout, …) }
 *     return __eta.res
 *
 * @param {string} source
 * @param {{ async: boolean, varName: string }} options
 * @returns {Generated | { reason: string }} why only Eta itself can run the source, if it is
 *   of another shape, or can see more of itself than its output
 */
function read (source, { async, varName }) {
  if (source.includes(OURS)) return { reason: `has a name that begins with ${OURS}` }

  const head = `(${async ? 'async ' : ''}function (${varName}, options) {\n`
  const text = `${head}${source}\n})`
  const ast = parse(text)
  if (ast === undefined) return { reason: 'has JavaScript that the parser does not know' }

  const fn = ast.body.length === 1 ? ast.body[0].expression : undefined
  const body = fn?.type === 'FunctionExpression' && fn.params.length === 2 ? fn.body.body : []
  const last = body.at(-1)
  const result = resultOf(body)
  if (result === undefined || !isResult(last?.argument)) return { reason: 'is compiled to code of a shape that is not known' }
  if (returns(body) !== 1) return { reason: 'returns early' }

  const reflective = reflectiveName(body)
  if (reflective !== undefined) return { reason: `uses ${reflective}` }
  if (!isBoundOnce(ast)) return { reason: 'sets __eta' }

  return { text, start: head.length, end: head.length + source.length, body, result, last }
}

/**
 * @param {object[]} body
 * @returns {object | undefined} the property of `__eta` that holds the output
 */
function resultOf (body) {
  const declarators = body.flatMap(({ declarations = [] }) => declarations)
  const eta = declarators.find(({ id }) => id.name === '__eta')
  if (eta?.init?.type !== 'ObjectExpression') return
  return eta.init.properties.find(({ key, value }) => key?.name === 'res' && value.value === '')
}

/**
 * @param {object | null | undefined} node
 * @returns {boolean} whether it is `__eta.res`
 */
function isResult (node) {
  return node?.type === 'MemberExpression' && !node.computed && node.object.name === '__eta' && node.property.name === 'res'
}

/**
 * @param {object[]} body
 * @returns {number} how often the template itself, not a function in it, returns
 */
function returns (body) {
  let count = 0
  walk(body, (node) => {
    if (node.type === 'ReturnStatement') count++
    return !isFunction(node)
  })
  return count
}

/**
 * @param {object[]} body
 * @returns {string | undefined} the first of those names in it
 */
function reflectiveName (body) {
  let found
  walk(body, (node) => {
    if (node.type === 'Identifier' && REFLECTIVE.has(node.name)) found ??= node.name
  })
  return found
}

/**
 * @param {object} ast
 * @returns {boolean} whether `__eta` means Eta's object wherever it stands
 */
function isBoundOnce (ast) {
  if (!isBare(ast)) return true
  const variables = scopesOf(ast).scopes.flatMap(({ variables }) => variables).filter(({ name }) => name === '__eta')
  return variables.length === 1 && variables[0].references.filter((reference) => reference.isWrite()).length === 1
}

/**
 * @param {object} ast
 * @returns {boolean} whether `__eta` stands anywhere but where Eta declares it and
 *   before the name of a property; to analyse scopes takes most of the time else
 */
function isBare (ast) {
  let count = 0
  walk(ast, (node) => {
    if (node.type === 'Identifier' && node.name === '__eta') count++
    if (node.type === 'MemberExpression' && node.object.name === '__eta') count--
  })
  return count !== 1
}

module.exports = { OURS, isResult, read }
