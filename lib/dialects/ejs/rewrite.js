'use strict'

const { callOf, isNamed, isSilent, isText } = require('../shared/ast-matchers')
const { listsOf } = require('../shared/generated-code')
const { OURS, OUT } = require('../shared/names')
const { showsSource } = require('../shared/shows-source')
const { staticEdits, staticRuns } = require('../shared/static-runs')

/**
 * The statements of a template, rewritten to write by an `Output`.
 *
 * @typedef {object} Rewritten
 * @property {string} body
 * @property {import('../../page/static-fragment').StaticFragment[]} fragments
 * @property {boolean} usesInclude whether the body calls `include`, its own or that of `Output`
 * @property {Set<string>} includes the paths that are literals in these calls
 */

/**
 * Replaces EJS's output statements. Adjacent static text becomes one literal or fragment. Methods of an `Output` write
 * values. An `include` that is printed directly becomes its `include`, which keeps the fragments.
 *
 * @param {boolean} escapesAsDefault whether the engine's own escape function is in use
 * @returns {Rewritten | { reason: string }} the reason for an engine fallback, if any
 */
function rewrite ({ tree, references }, escapesAsDefault) {
  const { text } = tree
  const free = new Map(references.map(({ identifier }) => [identifier, identifier.name]))
  const isCallTo = (name, node) => node?.type === 'CallExpression' && free.get(node.callee) === name && text[node.callee.end] === '('
  const edits = []
  const fragments = []
  const spliced = new Set()
  /** The nodes of printed values. */
  const segments = new Set()

  const edit = (start, end, code) => edits.push({ start, end, code })
  const wrap = (start, end, open, close) => {
    edit(start, start, open)
    edit(end, end, close)
  }

  const spliceIncludes = (node) => {
    if (isCallTo('include', node)) {
      spliced.add(node.callee)
      edit(node.callee.start, node.callee.end, `${OURS}.include`)
    }
    resultsOf(node).forEach(spliceIncludes)
  }

  const replaceValue = ({ expression }) => {
    const [value] = expression.arguments
    const fills = value?.start === expression.callee.end + 1 && value.end === expression.end - 1
    const escaped = isCallTo('escapeFn', value) && value.arguments.length === 1 ? value.arguments[0] : undefined
    free.delete(expression.callee)
    if (escaped === undefined || escaped.type === 'SpreadElement' || !fills) {
      edit(expression.start, expression.callee.end + 1, `${OURS}.raw(`)
      segments.add(value)
      if (value) spliceIncludes(value)
    } else {
      edit(expression.start, value.callee.end + 1, `${OURS}.${escapesAsDefault ? 'escape' : 'escapeBy'}(`)
      edit(expression.end - 1, expression.end, '')
      segments.add(escaped)
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

  for (const node of tree.parents.keys()) listsOf(node).forEach(replaceIn)
  for (const node of tree.all('AwaitExpression')) {
    wrap(node.start + 'await'.length, node.end, ` ${OUT}.${segments.has(node) ? 'segment' : 'ready'}(`, ')')
  }
  for (const { await: waits, right } of tree.all('ForOfStatement')) {
    const subject = waits ? quoted(right) : undefined
    if (subject === undefined) continue
    const message = subject + (right.type === 'CallExpression' ? ' is not a function or its return value' : '')
    wrap(right.start, right.end, `${OURS}.each(`, `, ${JSON.stringify(message)})`)
  }

  const paths = tree.all('CallExpression').filter((node) => isCallTo('include', node)).map(({ arguments: [path] }) => path)
  spliced.forEach((callee) => free.delete(callee))
  const left = new Set(free.values())
  if (left.has('__append')) return { reason: 'uses __append' }
  if (showsSource(tree, edits)) return { reason: 'may show the source of a function' }
  return {
    body: tree.edited(edits),
    fragments,
    usesInclude: left.has('include') || spliced.size > 0,
    includes: new Set(paths.filter(isText).map(({ value }) => value))
  }
}

/** Matches EJS's line count. */
function isLine (node) {
  return isNamed(node, '__line')
}

/** @returns {string | undefined} how V8's errors quote an expression, if it is a simple one */
function quoted ({ type, name, object, property, callee, computed, optional }) {
  if (type === 'Identifier') return name
  const inner = (type === 'MemberExpression' && !computed) || type === 'CallExpression' ? object ?? callee : undefined
  const before = inner === undefined || optional ? undefined : quoted(inner)
  return before && (type === 'CallExpression' ? `${before}(...)` : `${before}.${property.name}`)
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
