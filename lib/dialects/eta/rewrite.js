'use strict'

const { assignmentOf, isMember, isSilent, isText } = require('../shared/ast-matchers')
const { apply, isFunction, listsOf, walk } = require('../shared/generated-code')
const { staticEdits, staticRuns } = require('../shared/static-runs')
const { declaratorIn, isResult } = require('./generated')

/** Eta's function that captures output, and its equivalent for a splicer. */
const CAPTURE = {
  eta: "function capture(fn){const s=__eta.res;__eta.res='';try{fn();return __eta.res}finally{__eta.res=s;}}",
  ours: 'function capture(fn){return __brCapture(__br, __brPage, fn)}'
}

/** Helpers during which other code may write while output is captured. */
const ASYNC_HELPERS = ['captureAsync', 'blockAsync']

/** The start of each helper function that Eta 4 adds to a template, on its own line. */
const HELPER = /^(?:async )?function [^(]*\((?:s\)\{__eta\.res\+=s;\}|fn\)\{const s=__eta\.res;|name,fn\)\{if\(__eta\.layout\))/

/** The statement in which Eta renders the layout. */
const LAYOUT = /^if \(__eta\.layout\) \{\s*__eta\.res = (?:await )?include(?:Async)? \(__eta\.layout, \{(?:(?!__eta)[^;])*, body: __eta\.res, \.\.\.__eta\.layoutData(?:, __blocks: __eta\.blocks)?\}\);\s*\}$/

/** Maps Eta's include functions to the method that they call and its replacement. */
const INCLUDES = { include: ['render', '__brInclude'], includeAsync: ['renderAsync', '__brIncludeAsync'] }

/** Properties of `__eta` that do not expose the output. */
const HARMLESS = new Set(['layout', 'layoutData', 'blocks', 'line', 'templateStr'])

/** The arguments that save the output before a value is evaluated. */
const PLACE = '__br.chunks, __br.chunks.length, __br.text, '

/**
 * Replaces Eta's output statements `__eta.res+=…`. Adjacent static text becomes one literal or fragment. Functions that
 * take the splicer write values.
 *
 * `a += b` reads a before it evaluates b, so output that b writes is lost. If the template has code that could write
 * there, each write saves the output first.
 *
 * @param {import('./generated').Generated} generated
 * @param {string} outputFunctionName the option of Eta
 * @returns {{ body: string, fragments: import('../../page/static-fragment').StaticFragment[] } | { reason: string }} the function's
 *   body with the fragments `__br0`, `__br1`, …, or the reason for an engine fallback
 */
function rewrite (generated, outputFunctionName) {
  const { text, body, start, end } = generated
  const helpers = new Set(['capture', 'block', outputFunctionName, ...ASYNC_HELPERS])
  const isHelper = (node) => node.type === 'FunctionDeclaration' && helpers.has(node.id.name) &&
    text[node.start - 1] === '\n' && text[node.end] === '\n' && HELPER.test(text.slice(node.start, node.end))
  const isLayout = ({ type, start, end }) => type === 'IfStatement' && LAYOUT.test(text.slice(start, end))
  const used = namesIn(body, helpers, isHelper)
  const asyncHelper = ASYNC_HELPERS.find((name) => used.has(name))
  if (asyncHelper) return { reason: `uses ${asyncHelper}` }

  const savesOutput = used.size > 0 || writesInValues(body, isHelper)
  const fragments = []
  const edits = []
  /** The identifiers `__eta` in code that Eta generated. */
  const generatedNodes = new Set([declaratorIn(body).id, body.at(-1).argument.object])
  const edit = (start, end, code) => edits.push({ start, end, code })

  const runs = []
  const addRun = (run) => {
    runs.push(run)
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
      edit(start, right.callee.end + 1, `__brEscaped${at}(__br, __eta, ${place}`)
      edit(valueEnd, valueEnd, closing)
    } else {
      edit(start, operatorEnd, `__brRaw${at}(__br, __brPage, ${place}`)
      edit(valueEnd, valueEnd, `)${closing}`)
    }
  }

  let seesEta = false
  const editNode = (node) => {
    const code = text.slice(node.start, node.end)
    const isUnused = isHelper(node) && (used.size === 0 || ASYNC_HELPERS.includes(node.id.name))
    if (isUnused || code === CAPTURE.eta) {
      edit(node.start, node.end, isUnused ? '' : CAPTURE.ours)
      return false
    }
    if (isLayout(node)) {
      edit(node.start, node.end, intoLayout(code))
      return false
    }
    for (const statements of listsOf(node)) staticRuns(statements, textOf).forEach(addRun)
    if (isWrite(node) && !isStatic(node)) editValue(node)
    else if (isStatic(node) && !generatedNodes.has(node)) addRun({ text: textOf(node), nodes: [node] })

    if (node.type === 'MemberExpression' && !node.computed && HARMLESS.has(node.property.name)) generatedNodes.add(node.object)
    if (node.type === 'Identifier' && node.name === '__eta' && !generatedNodes.has(node)) seesEta = true
  }

  // Without a layout and without captures, the output so far is final. These edits come first: if an `await` ends with
  // its statement, its parenthesis must close first, and edits at the same position keep their order.
  if (!savesOutput && !callsLayout(body)) editWaits(body, text, isLayout, edit)
  staticRuns(body, textOf).forEach(addRun)
  walk(body.slice(0, -1), editNode)
  if (seesEta) return { reason: 'uses __eta' }

  for (const run of runs) edits.push(...staticEdits(run, fragments))
  editIncludes(body, text, edit)
  edit(body.at(-1).start, body.at(-1).end, '')
  return { body: apply(edits, text, { start, end }), fragments }
}

function editWaits (body, text, isLayout, edit) {
  const segments = segmentsIn(body, text)
  walk(body, (node) => {
    if (node.type === 'AwaitExpression') {
      const operatorEnd = node.start + 'await'.length
      edit(operatorEnd, operatorEnd, segments.has(node) ? ' __br.segment(' : ' __brReady(__br, ')
      edit(node.end, node.end, ')')
    }
    return !isFunction(node) && !isLayout(node)
  })
}

function intoLayout (code) {
  return code
    .replace('__eta.res = ', '__brAssign(__br, __brPage, ')
    .replace(', body: __eta.res,', ', body: __brRead(__br, __brPage),')
    .replace(/\);(?=\s*\}$)/, '));')
}

/** @returns {boolean} whether the template may set a layout */
function callsLayout (body) {
  let found = false
  walk(body, (node, parent) => {
    if (node.name === 'layout' && parent.type !== 'MemberExpression' && parent.type !== 'FunctionDeclaration') found = true
  })
  return found
}

/** @returns {Set<object>} the nodes of printed values */
function segmentsIn (body, text) {
  const segments = new Set()
  walk(body, (node) => {
    if (!isWrite(node)) return
    const { right } = node.expression
    segments.add(isEscaped(right, text) ? right.arguments[0] : right)
  })
  return segments
}

function editIncludes (body, text, edit) {
  for (const { id, init } of body.flatMap(({ declarations = [] }) => declarations)) {
    const [method, ours] = Object.hasOwn(INCLUDES, id.name) ? INCLUDES[id.name] : []
    const callee = init?.body?.callee
    if (ours && callee && text.slice(callee.start, callee.end + 1) === `this.${method}(`) {
      edit(callee.start, callee.end + 1, `${ours}(__brPage, `)
    }
  }
}

/** @returns {Set<string>} the helpers that the template uses; creating the others would take as long as a small render */
function namesIn (body, helpers, isHelper) {
  const names = new Set()
  walk(body, (node) => {
    if (isHelper(node)) return false
    if (node.type === 'Identifier' && helpers.has(node.name)) names.add(node.name)
  })
  return names
}

/** @returns {boolean} whether evaluating a value may write output: a function or a printed value contains a write */
function writesInValues (body, isHelper) {
  let found = false
  const visit = (inside) => (node) => {
    if (found || isHelper(node)) return false
    if (inside && isResult(node)) found = true
    if (inside) return
    if (isWrite(node)) walk(node.expression.right, visit(true))
    else if (isFunction(node)) walk([node.params, node.body], visit(true))
    else return
    return false
  }
  walk(body, visit(false))
  return found
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
