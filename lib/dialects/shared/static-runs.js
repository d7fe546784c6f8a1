'use strict'

const { StaticFragment } = require('../../page/static-fragment')
const { OURS, OUT } = require('./names')

/**
 * Adjacent nodes that write static text, or one node that writes anything else.
 *
 * @template Node
 * @typedef {{ text: string | undefined, nodes: Node[] }} Run
 */

/**
 * Groups nodes that write static text with nothing but silent nodes between them.
 *
 * @template Node
 * @param {Node[]} nodes in the order of the output
 * @param {(node: Node) => string | null | undefined} textOf the static text that a node writes; `null` for a
 *   silent node, which writes nothing; `undefined` for any other
 * @returns {Run<Node>[]} without the silent nodes
 */
function runsOf (nodes, textOf) {
  const runs = []
  let open
  for (const node of nodes) {
    const text = textOf(node)
    if (text === null) continue
    if (open !== undefined && text !== undefined) {
      open.text += text
      open.nodes.push(node)
    } else {
      const run = { text, nodes: [node] }
      runs.push(run)
      open = text === undefined ? undefined : run
    }
  }
  return runs
}

/** @returns {Run<object>[]} the runs of static text only */
function staticRuns (nodes, textOf) {
  return runsOf(nodes, textOf).filter(({ text }) => text !== undefined)
}

/**
 * Replaces the statements of a run by one that writes to the splicer, which has a name of its own, since it is used most.
 *
 * @param {StaticFragment[]} fragments gets the fragment of a long text, which the object's method `put` writes by its index
 * @returns {import('./generated-code').Edit[]}
 */
function staticEdits ({ text, nodes }, fragments) {
  const part = StaticFragment.from(text)
  const code = typeof part === 'string'
    ? `${OUT}.text += ${JSON.stringify(part)};`
    : `${OURS}.put(${fragments.push(part) - 1});`
  return nodes.map(({ start, end }, index) => ({ start, end, code: index === 0 ? code : '' }))
}

module.exports = { runsOf, staticEdits, staticRuns }
