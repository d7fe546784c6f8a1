'use strict'

const { filterName, isCall, isText } = require('./shapes')
const { isForeign } = require('./waits')

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
  const lookups = nodes.filter((node) => isLookup(node) && !isPrinted(node, tree))
  return lookups.flatMap(({ start, end }, index) => [
    { start, end: start, code: isGiven(lookups[index], tree) ? '__brGiven(' : '__brLook(' },
    { start: end, end, code: ')' }
  ])
}

/**
 * What functions look into, by the names of the variables.
 *
 * @typedef {object} Looks
 * @property {Set<string>} values in a condition, a loop, a filter; also by what may be looked into
 *   in their place, a variable or text that is captured
 * @property {Set<string>} members by a property
 * @property {boolean} waits whether one of them waits for what the app has
 * @property {[name: string, parent: string | undefined][]} loads the templates that they name
 */

/**
 * @param {import('./generated').Generated} generated
 * @returns {Looks}
 */
function looksOf ({ tree, functions }) {
  const nodes = functions.flatMap((fn) => fn.nodes)
  const outputs = functions.flatMap((fn) => fn.outputs)
  const isOnPage = (node) => isPrinted(node, tree) && outputs.some((output) => isIn(node, output, tree))
  const isMembers = (node) => isCall(tree.parents.get(node), 'runtime', 'memberLookup')
  const lookups = nodes.filter((node) => isLookup(node) && !isGiven(node, tree))
  const named = nodes.filter((node) => isCall(node, 'env', 'getTemplate') && isText(node.arguments[0]))
  return {
    values: namesOf(lookups.filter((node) => !isMembers(node) && !isOnPage(node))),
    members: namesOf(lookups.filter(isMembers)),
    waits: nodes.some(isForeign),
    loads: named.map(({ arguments: [name, , parent] }) => [name.value, parent.value])
  }
}

/**
 * @param {object} node
 * @param {object} output a statement
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {boolean} whether it is in that, and not in text that is captured there
 */
function isIn (node, output, tree) {
  return node.start > output.start && node.end < output.end && tree.functionOf(node) === tree.functionOf(output)
}

function namesOf (lookups) {
  return new Set(lookups.map((node) => node.arguments[2].value))
}

function isLookup (node) {
  return isCall(node, 'runtime', 'contextOrFrameLookup')
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

module.exports = { lookupEdits, looksOf }
