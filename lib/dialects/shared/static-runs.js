'use strict'

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

module.exports = { runsOf }
