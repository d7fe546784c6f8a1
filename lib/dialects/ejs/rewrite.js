'use strict'

const { callOf, isNamed, isSilent, isText } = require('../shared/ast-matchers')
const { apply, listsOf, walk } = require('../shared/generated-code')
const { staticEdits, staticRuns } = require('../shared/static-runs')

/**
 * The statements of a template, rewritten to write to a splicer.
 *
 * @typedef {object} Rewritten
 * @property {string} body
 * @property {import('../../page/static-fragment').StaticFragment[]} fragments `__br0`, `__br1`, … in the body
 * @property {boolean} usesAppend whether the body still calls `__append`
 * @property {boolean} usesInclude whether the body calls `include` or `__brInclude`
 * @property {Set<string>} includes the paths that are literals in these calls
 */

/**
 * Replaces EJS's output statements. Adjacent static text becomes one literal or fragment. Functions that take the
 * splicer write values. An `include` that is printed directly becomes `__brInclude`, which keeps its fragments.
 *
 * @param {import('./generated').Generated} generated
 * @param {boolean} escapesAsDefault whether the engine's own escape function is in use
 * @returns {Rewritten}
 */
function rewrite ({ text, body, references }, escapesAsDefault) {
  const free = new Map(references.map(({ identifier }) => [identifier, identifier.name]))
  const isCallTo = (name, node) => node?.type === 'CallExpression' && free.get(node.callee) === name && text[node.callee.end] === '('
  const edits = []
  const fragments = []
  const spliced = new Set()
  const includes = new Set()
  /** The nodes of printed values. */
  const segments = new Set()

  const edit = (start, end, code) => edits.push({ start, end, code })
  const wrap = (start, end, open) => {
    edit(start, start, open)
    edit(end, end, ')')
  }

  const spliceIncludes = (node) => {
    if (isCallTo('include', node)) {
      spliced.add(node.callee)
      edit(node.callee.start, node.callee.end, '__brInclude')
    }
    resultsOf(node).forEach(spliceIncludes)
  }

  const replaceValue = ({ expression }) => {
    const [value] = expression.arguments
    const fills = value?.start === expression.callee.end + 1 && value.end === expression.end - 1
    free.delete(expression.callee)
    segments.add(isCallTo('escapeFn', value) ? value.arguments[0] : value)
    if (fills && isCallTo('escapeFn', value)) {
      edit(expression.start, value.callee.end + 1, escapesAsDefault ? '__brEscape(__br, ' : '__brEscapeBy(__br, escapeFn, ')
      edit(expression.end - 1, expression.end, '')
    } else {
      edit(expression.start, expression.callee.end + 1, '__brRaw(__br, ')
      if (value) spliceIncludes(value)
    }
  }

  const isAppend = (statement) => isCallTo('__append', callOf(statement))
  const textOf = (statement) => {
    if (isSilent(statement, isLine)) return null
    const [value, ...more] = isAppend(statement) ? statement.expression.arguments : []
    return isText(value) && more.length === 0 ? value.value : undefined
  }

  const replaceIn = (statements) => {
    for (const run of staticRuns(statements, textOf)) {
      edits.push(...staticEdits(run, fragments))
      for (const { expression } of run.nodes) free.delete(expression.callee)
    }
    statements.filter(isAppend).forEach(replaceValue)
  }

  const markWaits = (node) => {
    const { type, start, end, right } = node
    if (type === 'AwaitExpression') wrap(start + 'await'.length, end, segments.has(node) ? ' __br.segment(' : ' __brReady(__br, ')
    else if (type === 'ForOfStatement' && node.await && right.type !== 'SequenceExpression') wrap(right.start, right.end, '__brEach(__br, ')
  }

  replaceIn(body)
  walk(body, (node) => {
    listsOf(node).forEach(replaceIn)
    markWaits(node)
    if (isCallTo('include', node) && isText(node.arguments[0])) includes.add(node.arguments[0].value)
  })

  spliced.forEach((callee) => free.delete(callee))
  const left = new Set(free.values())
  return {
    body: body.length === 0 ? '' : apply(edits, text, { start: body[0].start, end: body.at(-1).end }),
    fragments,
    usesAppend: left.has('__append'),
    usesInclude: left.has('include') || spliced.size > 0,
    includes
  }
}

/** Matches EJS's line count. */
function isLine (node) {
  return isNamed(node, '__line')
}

/** @returns {object[]} the operands that may be the value of an expression */
function resultsOf (node) {
  switch (node.type) {
    case 'ConditionalExpression': return [node.consequent, node.alternate]
    case 'LogicalExpression': return [node.right]
    case 'AwaitExpression': return [node.argument]
  }
  return []
}

module.exports = { rewrite }
