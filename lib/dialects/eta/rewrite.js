'use strict'

const { assignmentOf, isMember, isSilent, isText } = require('../shared/matchers')
const { OURS, OUT } = require('../shared/names')
const { pageCode } = require('../shared/page-code')
const { UNKNOWN_SHAPE, UNKNOWN_SYNTAX, parse } = require('../shared/parse')
const { SyntaxTree, isFunction } = require('../shared/tree')

/** The name of the `TextMemory`. */
const MEMORY = `${OURS}m`

/** Eta's function that captures output, and its equivalent for a splicer. */
const CAPTURE = {
  eta: "function capture(fn){const s=__eta.res;__eta.res='';try{fn();return __eta.res}finally{__eta.res=s;}}",
  ours: `function capture(fn){return ${OURS}.capture(${OUT}, ${MEMORY}, fn)}`
}

/** Helpers during which other code may write while output is captured. */
const ASYNC_HELPERS = ['captureAsync', 'blockAsync']

/** The start of each helper function that Eta 4 adds to a template, on a line alone. */
const HELPER = /^(?:async )?function [^(]*\((?:s\)\{__eta\.res\+=s;\}|fn\)\{const s=__eta\.res;|name,fn\)\{if\(__eta\.layout\))/

/** The statement in which Eta renders the layout. */
const LAYOUT = /^if \(__eta\.layout\) \{\s*__eta\.res = (?:await )?include(?:Async)? \(__eta\.layout, \{(?:(?!__eta)[^;])*, body: __eta\.res, \.\.\.__eta\.layoutData(?:, __blocks: __eta\.blocks)?\}\);\s*\}$/

/** Maps Eta's include functions to the method that they call. `Includes` has methods of the same names. */
const INCLUDES = { include: 'render', includeAsync: 'renderAsync' }

/** Properties of `__eta` that do not expose the output. */
const HARMLESS = new Set(['layout', 'layoutData', 'blocks', 'line', 'templateStr'])

/** The arguments that save the output before a value is evaluated. */
const PLACE = `${OUT}.chunks, ${OUT}.chunks.length, ${OUT}.text, `

/**
 * Rewrites a function that an instance of Eta generated, including the changes of plugins. Since Eta 3, its output is
 * the final value of `__eta.res`:
 *
 *     let include = …, includeAsync = …
 *     let __eta = {res: "", e: …}
 *     function layout(path, data) { … }
 *     __eta.res+='text'
 *     __eta.res+=__eta.e(it.value)
 *     if (__eta.layout) { __eta.res = include(__eta.layout, …) }
 *     return __eta.res
 *
 * `a += b` reads a before it evaluates b, so output that b writes is lost. If a function of the template writes, each
 * write saves the output first.
 *
 * @param {string} outputFunctionName the option of Eta
 * @returns {{ source: string, fragments: object[], included: string[] } | { reason: string }} code that returns a
 *   function with two more parameters, splicer and `TextMemory` of the page; or the reason for an engine fallback
 */
function rewrite (fn, outputFunctionName) {
  const code = Function.prototype.toString.call(fn)
  // Only `new Function` creates such a source, so the function has no enclosing scope.
  if (!/^(?:async )?function anonymous\([^\n]*\n\) \{\n/.test(code)) {
    return { reason: 'is compiled by a function of the app' }
  }
  const text = `(${code})`
  const ast = parse(text)
  if (ast === undefined) return { reason: UNKNOWN_SYNTAX }

  const { async, body: { body, start, end }, params } = ast.body[0].expression
  const tree = new SyntaxTree(text, { type: 'Program', start: start + 1, end: end - 1, body })
  if (tree.all('WithStatement').length > 0) return { reason: 'has a with statement' }
  const declarators = body.flatMap(({ declarations = [] }) => declarations)
  const eta = declarators.find(({ id }) => id.name === '__eta')
  const last = body.at(-1)
  if (params.length !== 2 || !startsEmpty(eta?.init) || !isResult(last.argument)) return { reason: UNKNOWN_SHAPE }

  const { helpers, used, isOfTemplate } = findHelpers(tree, outputFunctionName)
  const asyncHelper = ASYNC_HELPERS.find((name) => used.has(name))
  if (asyncHelper) return { reason: `uses ${asyncHelper}` }

  const layouts = tree.all('IfStatement').filter((node) => LAYOUT.test(tree.source(node)))
  const isInner = (above) => isFunction(above) || above.type === 'StaticBlock' || layouts.includes(above)
  const saves = used.has(outputFunctionName) ||
    tree.all('ExpressionStatement').some((node) => writtenBy(node) && isOfTemplate(node) && tree.around(node, isInner))
  const hasLayout = tree.named('layout')
    .some((node) => !['MemberExpression', 'FunctionDeclaration'].includes(tree.parents.get(node).type))
  const at = saves ? 'At' : ''
  const place = saves ? PLACE : ''

  // Creating the helpers would take as long as a small render.
  const removed = helpers.filter(({ id }) => used.size === 0 || ASYNC_HELPERS.includes(id.name))
  const captures = helpers.filter((node) => !removed.includes(node) && tree.source(node) === CAPTURE.eta)
  const replace = ({ start, end }, code) => ({ start, end, code })

  const { edits, fragments, reason } = pageCode(tree, {
    partsOf: (statement) => removed.includes(tree.functionOf(statement)) ? undefined : partsOf(statement, tree),
    names: ['__eta'],
    allows: (node) => node === eta.id || HARMLESS.has(propertyOf(node, tree)),
    edits: [
      ...removed.map((node) => replace(node, '')),
      ...captures.map((node) => replace(node, CAPTURE.ours)),
      ...layouts.map((node) => replace(node, intoLayout(tree.source(node)))),
      ...includeEdits(declarators, tree),
      replace(last, `;${OUT}.complete()`)
    ],
    lists: ['it', 'it._'],
    runs: helpers.map(({ id }) => id.name).filter((name) => name !== outputFunctionName),
    // Without a layout and without captures, the output so far is final.
    waits: (node) => !saves && !hasLayout && !tree.around(node, isInner),
    raw: `${OURS}.raw${at}(${OUT}, ${MEMORY}, ${place}`,
    escaped: `${OURS}.escape${at}(${OUT}, __eta, ${place}`
  })
  if (reason) return { reason }
  const head = `${async ? 'async ' : ''}function (${text.slice(params[0].start, params[1].end)}, ${OUT}, ${MEMORY})`
  return { source: `return ${head} {\n${tree.edited(edits)}\n}`, fragments, included: includedBy(tree) }
}

/**
 * @returns {{ helpers: object[], used: Set<string>, isOfTemplate: (node: object) => boolean }} the functions that Eta
 *   added, and the names of those that the template uses
 */
function findHelpers (tree, outputFunctionName) {
  const { text } = tree
  const names = new Set(['capture', 'block', outputFunctionName, ...ASYNC_HELPERS])
  const helpers = tree.all('FunctionDeclaration').filter((node) => names.has(node.id.name) &&
    text[node.start - 1] === '\n' && text[node.end] === '\n' && HELPER.test(tree.source(node)))
  const isOfTemplate = (node) => !tree.around(node, (above) => helpers.includes(above))
  const used = new Set(tree.all('Identifier')
    .filter((node) => names.has(node.name) && !helpers.includes(tree.parents.get(node)) && isOfTemplate(node))
    .map(({ name }) => name))
  return { helpers, used, isOfTemplate }
}

/** See `Language.partsOf`. */
function partsOf (statement, { text }) {
  if (isSilent(statement, (target) => isMember(target, '__eta', 'line'))) return null
  const written = writtenBy(statement)
  if (written === undefined) return undefined
  const { left, right, end } = written
  if (isText(right)) return [{ text: right.value }]
  const start = text.indexOf('+=', left.end) + 2
  // The template may have comments and parentheses in between.
  if (text.slice(left.end, start).trim() !== '+=') return undefined
  const isEscaped = right.type === 'CallExpression' && right.arguments.length === 1 &&
    right.arguments[0].type !== 'SpreadElement' &&
    text.slice(start, right.callee.end + 1).trimStart() === '__eta.e('
  return [isEscaped ? { escaped: { start: right.callee.end + 1, end: right.end - 1 } } : { raw: { start, end } }]
}

function includeEdits (declarators, { text }) {
  return declarators.flatMap(({ id, init }) => {
    const method = Object.hasOwn(INCLUDES, id.name) ? INCLUDES[id.name] : undefined
    const { start, end } = init?.body?.callee ?? {}
    if (!method || text.slice(start, end + 1) !== `this.${method}(`) return []
    return [{ start, end: end + 1, code: `${OURS}.includes.${method}(${MEMORY}, ` }]
  })
}

function intoLayout (code) {
  return code.replace('__eta.res = ', () => `${OURS}.assign(${OUT}, ${MEMORY}, `)
    .replace(', body: __eta.res,', () => `, body: ${OURS}.read(${OUT}, ${MEMORY}),`)
    .replace(/\);(?=\s*\}$)/, '));')
}

/** @returns {string[]} the names of the templates that the code includes by a literal, or has as its layout */
function includedBy (tree) {
  const calls = tree.all('CallExpression')
    .filter(({ callee }) => callee.name === 'layout' || Object.hasOwn(INCLUDES, callee.name))
  return calls.map(({ arguments: [name] }) => name).filter(isText).map(({ value }) => value)
}

/** @returns {boolean} whether a value is an object with an empty output */
function startsEmpty (node) {
  return node?.type === 'ObjectExpression' &&
    node.properties.some(({ key, value }) => key?.name === 'res' && value.value === '')
}

function isResult (node) {
  return isMember(node, '__eta', 'res')
}

/** @returns {object | undefined} the assignment in `__eta.res += value` */
function writtenBy (statement) {
  const assignment = assignmentOf(statement, '+=')
  return isResult(assignment?.left) ? assignment : undefined
}

/** @returns {string | undefined} the property that is read from an object */
function propertyOf (node, { parents }) {
  const { type, computed, property } = parents.get(node)
  return type === 'MemberExpression' && !computed && property !== node ? property.name : undefined
}

module.exports = { rewrite }
