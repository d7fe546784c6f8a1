'use strict'

const { assignmentOf, isMember, isSilent, isText } = require('../shared/ast-matchers')
const { isFunction, listsOf } = require('../shared/generated-code')
const { OURS, OUT } = require('../shared/names')
const { showsSource } = require('../shared/shows-source')
const { staticEdits, staticRuns } = require('../shared/static-runs')
const { declaratorIn, isResult } = require('./generated')

/** Eta's function that captures output, and its equivalent for a splicer. */
const CAPTURE = {
  eta: "function capture(fn){const s=__eta.res;__eta.res='';try{fn();return __eta.res}finally{__eta.res=s;}}",
  ours: `function capture(fn){return ${OURS}.capture(fn)}`
}

/** Helpers during which other code may write while output is captured. */
const ASYNC_HELPERS = ['captureAsync', 'blockAsync']

/** The start of each helper function that Eta 4 adds to a template, on its own line. */
const HELPER = /^(?:async )?function [^(]*\((?:s\)\{__eta\.res\+=s;\}|fn\)\{const s=__eta\.res;|name,fn\)\{if\(__eta\.layout\))/

/** The statement in which Eta renders the layout. */
const LAYOUT = /^if \(__eta\.layout\) \{\s*__eta\.res = (?:await )?include(?:Async)? \(__eta\.layout, \{(?:(?!__eta)[^;])*, body: __eta\.res, \.\.\.__eta\.layoutData(?:, __blocks: __eta\.blocks)?\}\);\s*\}$/

/** Maps Eta's include functions to the method that they call. `Includes` has its own of the same names. */
const INCLUDES = { include: 'render', includeAsync: 'renderAsync' }

/** Properties of `__eta` that do not expose the output. */
const HARMLESS = new Set(['layout', 'layoutData', 'blocks', 'line', 'templateStr'])

/** The arguments that save the output before a value is evaluated. */
const PLACE = `${OUT}.chunks, ${OUT}.chunks.length, ${OUT}.text, `

/**
 * Replaces Eta's output statements `__eta.res+=…`. Adjacent static text becomes one literal or fragment. Methods of an
 * `Output` write values.
 *
 * `a += b` reads a before it evaluates b, so output that b writes is lost. If the template has code that could write
 * there, each write saves the output first.
 *
 * @param {string} outputFunctionName the option of Eta
 * @returns {{ body: string, fragments: import('../../page/static-fragment').StaticFragment[] } | { reason: string }} the function's
 *   body with its fragments, or the reason for an engine fallback
 */
function rewrite ({ tree }, outputFunctionName) {
  const { text, root: { body } } = tree
  const helpers = new Set(['capture', 'block', outputFunctionName, ...ASYNC_HELPERS])
  const isHelper = (node) => node.type === 'FunctionDeclaration' && helpers.has(node.id.name) &&
    text[node.start - 1] === '\n' && text[node.end] === '\n' && HELPER.test(tree.source(node))
  const isLayout = (node) => node.type === 'IfStatement' && LAYOUT.test(tree.source(node))
  // To create the others would take as long as a small render.
  const used = new Set(tree.all('Identifier').filter((node) => helpers.has(node.name) && !tree.around(node, isHelper)).map(({ name }) => name))
  const asyncHelper = ASYNC_HELPERS.find((name) => used.has(name))
  if (asyncHelper) return { reason: `uses ${asyncHelper}` }

  const savesOutput = used.size > 0 || writesInValues(tree, isHelper)
  const fragments = []
  const edits = []
  /** The identifiers `__eta` in code that Eta generated. */
  const generatedNodes = new Set([declaratorIn(body).id, body.at(-1).argument.object])
  const edit = (start, end, code) => edits.push({ start, end, code })

  const addRun = (run) => {
    edits.push(...staticEdits(run, fragments))
    for (const statement of run.nodes) generatedNodes.add(statement).add(statement.expression.left.object)
  }

  const editValue = ({ start, end, expression: { left, right, end: valueEnd } }) => {
    const operatorEnd = text.indexOf('+=', left.end) + 2
    const at = savesOutput ? 'At' : ''
    const place = savesOutput ? PLACE : ''
    // Eta 3 omits semicolons, and JavaScript does not insert one after every call.
    const closing = end === valueEnd ? ';' : ''
    // The template may have comments and parentheses in between.
    if (text.slice(left.end, operatorEnd).trim() === '+=') generatedNodes.add(left.object)
    if (isEscaped(right, text) && text.slice(operatorEnd, right.start).trim() === '') {
      generatedNodes.add(right.callee.object)
      edit(start, right.callee.end + 1, `${OURS}.escape${at}(__eta, ${place}`)
      edit(valueEnd, valueEnd, closing)
    } else {
      edit(start, operatorEnd, `${OURS}.raw${at}(${place}`)
      edit(valueEnd, valueEnd, `)${closing}`)
    }
  }

  /** @returns {string | undefined} the code that replaces a helper or the layout */
  const replacement = (node) => {
    if (isHelper(node) && (used.size === 0 || ASYNC_HELPERS.includes(node.id.name))) return ''
    const code = tree.source(node)
    if (code === CAPTURE.eta) return CAPTURE.ours
    return isLayout(node) ? intoLayout(code) : undefined
  }

  // Without a layout and without captures, the output so far is final. These edits come first: if an `await` ends with
  // its statement, its parenthesis must close first, and edits at the same position keep their order.
  if (!savesOutput && !callsLayout(tree)) editWaits(tree, isLayout, edit)
  /** Replaced nodes, with all that is in them. */
  const replaced = new Set()
  for (const [node, parent] of tree.parents) {
    const code = replaced.has(parent) ? '' : replacement(node)
    if (code !== undefined) {
      replaced.add(node)
      if (!replaced.has(parent)) edit(node.start, node.end, code)
      continue
    }
    for (const statements of listsOf(node)) staticRuns(statements, textOf).forEach(addRun)
    if (isWrite(node) && !isStatic(node)) editValue(node)
    else if (isStatic(node) && !generatedNodes.has(node)) addRun({ text: textOf(node), nodes: [node] })
    if (node.type === 'MemberExpression' && !node.computed && HARMLESS.has(node.property.name)) generatedNodes.add(node.object)
  }
  if (tree.named('__eta').some((node) => !replaced.has(node) && !generatedNodes.has(node))) return { reason: 'uses __eta' }

  editIncludes(body, text, edit)
  edit(body.at(-1).start, body.at(-1).end, `;${OUT}.complete()`)
  if (showsSource(tree, edits)) return { reason: 'may show the source of a function' }
  return { body: tree.edited(edits), fragments }
}

function editWaits (tree, isLayout, edit) {
  const values = tree.all('ExpressionStatement').filter(isWrite).map(({ expression }) => expression.right)
  const segments = new Set(values.map((value) => isEscaped(value, tree.text) ? value.arguments[0] : value))
  for (const node of tree.all('AwaitExpression')) {
    if (tree.around(node, (above) => isFunction(above) || isLayout(above))) continue
    const operatorEnd = node.start + 'await'.length
    edit(operatorEnd, operatorEnd, ` ${OUT}.${segments.has(node) ? 'segment' : 'ready'}(`)
    edit(node.end, node.end, ')')
  }
}

function intoLayout (code) {
  return code
    .replace('__eta.res = ', () => `${OURS}.assign(`)
    .replace(', body: __eta.res,', () => `, body: ${OURS}.read(),`)
    .replace(/\);(?=\s*\}$)/, '));')
}

/** @returns {boolean} whether the template may set a layout */
function callsLayout (tree) {
  return tree.named('layout').map((node) => tree.parents.get(node)).some(({ type }) => type !== 'MemberExpression' && type !== 'FunctionDeclaration')
}

function editIncludes (body, text, edit) {
  for (const { id, init } of body.flatMap(({ declarations = [] }) => declarations)) {
    const method = Object.hasOwn(INCLUDES, id.name) ? INCLUDES[id.name] : undefined
    const callee = init?.body?.callee
    if (method && callee && text.slice(callee.start, callee.end + 1) === `this.${method}(`) {
      edit(callee.start, callee.end + 1, `${OURS}.includes.${method}(${OURS}.page, `)
    }
  }
}

/** @returns {boolean} whether evaluating a value may write output: a function or a printed value contains a write */
function writesInValues (tree, isHelper) {
  const results = tree.all('MemberExpression').filter((node) => isResult(node) && !tree.around(node, isHelper))
  return results.some((node) => tree.around(node, (above) => isFunction(above) || (isWrite(above) && above.expression.left !== node)))
}

/** Matches `__eta.res += value` */
function isWrite (node) {
  return isResult(assignmentOf(node, '+=')?.left)
}

/** Matches `__eta.res += 'text'` */
function isStatic (statement) {
  return isWrite(statement) && isText(statement.expression.right)
}

/** Matches `__eta.e(value)` */
function isEscaped ({ type, arguments: args, callee, start }, text) {
  return type === 'CallExpression' && args.length === 1 && args[0].type !== 'SpreadElement' &&
    text.slice(start, callee.end + 1) === '__eta.e('
}

/** See `runsOf`. */
function textOf (statement) {
  if (isSilent(statement, isLine)) return null
  return isStatic(statement) ? statement.expression.right.value : undefined
}

/** Matches Eta's line count. */
function isLine (node) {
  return isMember(node, '__eta', 'line')
}

module.exports = { rewrite }
