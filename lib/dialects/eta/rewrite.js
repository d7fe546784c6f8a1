'use strict'

const { assignmentOf, isMember, isSilent, isText } = require('../shared/ast-matchers')
const { apply, isFunction, listsOf, walk } = require('../shared/generated-code')
const { staticEdits, staticRuns } = require('../shared/static-runs')
const { declaratorIn, isResult } = require('./generated')

/** Eta's function that sets the output aside, and the same for a splicer. */
const CAPTURE = {
  eta: "function capture(fn){const s=__eta.res;__eta.res='';try{fn();return __eta.res}finally{__eta.res=s;}}",
  ours: 'function capture(fn){return __brCapture(__br, __brPage, fn)}'
}

/** Those for which others may write while the output is set aside. */
const ASYNC_HELPERS = ['captureAsync', 'blockAsync']

/** How the functions begin that Eta 4 gives to templates, each in a line of its own. */
const HELPER = /^(?:async )?function [^(]*\((?:s\)\{__eta\.res\+=s;\}|fn\)\{const s=__eta\.res;|name,fn\)\{if\(__eta\.layout\))/

/** The statement by which Eta puts the page into its layout. */
const LAYOUT = /^if \(__eta\.layout\) \{\s*__eta\.res = (?:await )?include(?:Async)? \(__eta\.layout, \{(?:(?!__eta)[^;])*, body: __eta\.res, \.\.\.__eta\.layoutData(?:, __blocks: __eta\.blocks)?\}\);\s*\}$/

/** What Eta renders an included template by, and what stands for it. */
const INCLUDES = { include: ['render', '__brInclude'], includeAsync: ['renderAsync', '__brIncludeAsync'] }

/** Properties of Eta's object that do not show the output. */
const HARMLESS = new Set(['layout', 'layoutData', 'blocks', 'line', 'templateStr'])

/** The arguments by which a write goes on from where the output was before its value was made. */
const PLACE = '__br.chunks, __br.chunks.length, __br.text, '

/**
 * Replaces Eta's output statements `__eta.res+=…`: static text, of neighboring statements together, becomes a
 * literal or a fragment; values are written by functions that take the splicer.
 *
 * `a += b` reads a before it makes b, so what b itself writes is lost. Where there is code that could do that,
 * each write remembers its place.
 *
 * @param {import('./generated').Generated} generated
 * @param {string} outputFunctionName Eta's option
 * @returns {{ body: string, fragments: import('../../page/static-fragment').StaticFragment[] } | { reason: string }} the function's body with the fragments
 *   `__br0`, `__br1`, …, or why only Eta itself can run it
 */
function rewrite (generated, outputFunctionName) {
  const { text, body, start, end } = generated
  const helpers = new Set(['capture', 'block', outputFunctionName, ...ASYNC_HELPERS])
  const isHelper = (node) => node.type === 'FunctionDeclaration' && helpers.has(node.id.name) &&
    text[node.start - 1] === '\n' && text[node.end] === '\n' && HELPER.test(text.slice(node.start, node.end))
  const isLayout = ({ type, start, end }) => type === 'IfStatement' && LAYOUT.test(text.slice(start, end))
  const used = namesIn(body, helpers, isHelper)
  const unknown = ASYNC_HELPERS.find((name) => used.has(name))
  if (unknown) return { reason: `uses ${unknown}` }

  const remembers = used.size > 0 || writesInValues(body, isHelper)
  const fragments = []
  const edits = []
  /** Mentions of `__eta` that are accounted for. */
  const done = new Set([declaratorIn(body).id, body.at(-1).argument.object])
  const edit = (start, end, code) => edits.push({ start, end, code })

  const runs = []
  const addRun = (run) => {
    runs.push(run)
    for (const statement of run.nodes) done.add(statement).add(statement.expression.left.object)
  }

  const editValue = ({ start, end, expression: { left, right, end: valueEnd } }) => {
    const operatorEnd = text.indexOf('+=', left.end) + 2
    const at = remembers ? 'At' : ''
    const place = remembers ? PLACE : ''
    // Eta 3 leaves the semicolon to JavaScript, which does not add one behind every call.
    const closing = end === valueEnd ? ';' : ''
    // Between these there may be comments and parentheses of the template.
    if (text.slice(left.end, operatorEnd).trim() === '+=') done.add(left.object)
    if (isEscaped(right, text) && text.slice(operatorEnd, right.start).trim() === '') {
      done.add(right.callee.object)
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
    else if (isStatic(node) && !done.has(node)) addRun({ text: textOf(node), nodes: [node] })

    if (node.type === 'MemberExpression' && !node.computed && HARMLESS.has(node.property.name)) done.add(node.object)
    if (node.type === 'Identifier' && node.name === '__eta' && !done.has(node)) seesEta = true
  }

  // Without a layout, and without functions that set it aside, what was written stays. Where an `await` ends with its
  // statement, its parenthesis closes first: edits of one place keep their order.
  if (!remembers && !callsLayout(body)) editWaits(body, text, isLayout, edit)
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

/** Whether the template may name a layout. */
function callsLayout (body) {
  let found = false
  walk(body, (node, parent) => {
    if (node.name === 'layout' && parent.type !== 'MemberExpression' && parent.type !== 'FunctionDeclaration') found = true
  })
  return found
}

/** What is printed. */
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

/** The helpers that the template mentions: to make the others costs as much as a small template. */
function namesIn (body, helpers, isHelper) {
  const names = new Set()
  walk(body, (node) => {
    if (isHelper(node)) return false
    if (node.type === 'Identifier' && helpers.has(node.name)) names.add(node.name)
  })
  return names
}

/** Whether making a value may write: there is a function that does, or a write in a value. */
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

/** Whether it is a statement `__eta.res += value`. */
function isWrite (node) {
  return isResult(assignmentOf(node, '+=')?.left)
}

/** Whether a statement writes text of the template. */
function isStatic (statement) {
  return isWrite(statement) && isText(statement.expression.right)
}

/** Whether it is `__eta.e(value)`. */
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
