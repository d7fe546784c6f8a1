'use strict'

const { filterName, isCall } = require('./shapes')

/** The filters that only print a value. */
const PRINTING = ['safe', 'escape', 'e']

/**
 * Has a template say where it looks into a variable, rather than print it:
 *
 *     runtime.contextOrFrameLookup(context, frame, "a")  →  __brLook(runtime.contextOrFrameLookup(…))
 *
 * Asynchronous filters get the local itself, by `__brGiven`. What is looked up in a
 * variable is asked of that.
 *
 * @param {import('./generated').GeneratedFunction} fn
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {{ start: number, end: number, code: string }[]}
 */
function lookupEdits ({ nodes }, tree) {
  const lookups = nodes.filter((node) => isCall(node, 'runtime', 'contextOrFrameLookup') && !isPrinted(node, tree))
  return lookups.flatMap(({ start, end }, index) => [
    { start, end: start, code: isGiven(lookups[index], tree) ? '__brGiven(' : '__brLook(' },
    { start: end, end, code: ')' }
  ])
}

/**
 * @param {object} node
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {boolean} whether its value only goes to the page, or to another variable
 */
function isPrinted (node, tree) {
  const parent = tree.parents.get(node)
  if (isCall(parent, 'runtime', 'suppressValue')) return parent.arguments[0] === node
  if (isCall(parent, 'runtime', 'memberLookup')) return parent.arguments[0] === node
  if (PRINTING.includes(filterName(parent))) return parent.arguments[1] === node && isPrinted(parent, tree)
  return parent.type === 'AssignmentExpression' && parent.right === node
}

/**
 * @param {object} node
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {boolean} whether its value goes to an asynchronous filter, which can wait
 */
function isGiven (node, tree) {
  const parent = tree.parents.get(node)
  return filterName(parent) !== undefined && parent.arguments.at(-1).type === 'FunctionExpression'
}

module.exports = { lookupEdits }
