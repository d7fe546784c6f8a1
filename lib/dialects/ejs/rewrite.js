'use strict'

const { callOf, isNamed, isSilent, isText } = require('../shared/matchers')
const { OURS, OUT } = require('../shared/names')
const { pageCode } = require('../shared/page-code')
const { APPEND, INTERNAL } = require('./generated')

/** The name of the locals that EJS gives to a template. */
const LOCALS_NAME = `${OURS}l`

/** The name of the locals that EJS itself gets, and gives to includes: it may copy them for the template. */
const GIVEN = `${OURS}g`

/**
 * What makes the statements of a template write to a splicer.
 *
 * @typedef {object} Rewritten
 * @property {import('../shared/tree').Edit[]} edits
 * @property {import('../../page/static-fragment').StaticFragment[]} fragments
 * @property {boolean} usesInclude whether the template calls `include`, EJS's or that of X
 * @property {Set<string>} includedPaths the paths that are literals in these calls
 */

/**
 * Names EJS's output statements to the core. A printed `include` becomes `X.include`, which keeps the fragments.
 *
 * @param {boolean} escapesAsDefault whether the engine's escape function is in use
 * @returns {Rewritten | { reason: string }} the reason for an engine fallback, if any
 */
function rewrite ({ tree }, escapesAsDefault) {
  const { parents } = tree
  const isCallTo = (name, node) => node?.type === 'CallExpression' && isNamed(node.callee, name) &&
    tree.text[node.callee.end] === '('
  const inside = ({ callee, end }) => ({ start: callee.end + 1, end: end - 1 })

  const partsOf = (statement) => {
    if (isSilent(statement, (target) => isNamed(target, '__line'))) return null
    const call = callOf(statement)
    if (!isCallTo(APPEND, call)) return undefined
    const [value, ...more] = call.arguments
    if (isText(value) && more.length === 0) return [{ text: value.value }]
    const raw = inside(call)
    const isEscaped = isCallTo('escapeFn', value) && value.start === raw.start && value.end === raw.end &&
      value.arguments.length === 1 && value.arguments[0].type !== 'SpreadElement'
    return [isEscaped ? { escaped: inside(value) } : { raw }]
  }

  const isPrinted = (node) => {
    const parent = parents.get(node)
    return isCallTo(APPEND, parent) || (resultsOf(parent).includes(node) && isPrinted(parent))
  }
  // Other code could show the function.
  const isCalled = (node) => parents.get(node).callee === node
    ? parents.get(node).type === 'CallExpression'
    : parents.get(node).operator === 'typeof'
  const calls = tree.all('CallExpression').filter((node) => isCallTo('include', node))
  const code = `${OURS}.include(${OUT}, ${GIVEN}, `
  const edits = calls.filter(isPrinted).map(({ callee: { start, end } }) => ({ start, end: end + 1, code }))

  const { edits: all, fragments, reason } = pageCode(tree, {
    partsOf,
    edits,
    names: [APPEND, 'include', ...INTERNAL],
    allows: (node) => node.name === 'include' && (isCalled(node) || !tree.isFree(node)),
    escaped: `${OURS}.${escapesAsDefault ? 'escape' : 'escapeBy'}(${OUT}, `
  })
  if (reason) return { reason }
  return {
    edits: all,
    fragments,
    usesInclude: tree.freeReferences.some(({ identifier }) => identifier.name === 'include'),
    includedPaths: new Set(calls.map(({ arguments: [path] }) => path).filter(isText).map(({ value }) => value))
  }
}

/** @returns {object[]} the operands that may be the value of an expression */
function resultsOf (node) {
  switch (node?.type) {
    case 'ConditionalExpression': return [node.consequent, node.alternate]
    case 'LogicalExpression': return [node.right]
    case 'AwaitExpression': return [node.argument]
  }
  return []
}

module.exports = { GIVEN, LOCALS_NAME, rewrite }
