'use strict'

const { OURS } = require('../shared/names')
const { binding } = require('./ast-matchers')

/** The properties of `loop`, which each iteration sets, and their values. */
const PROPERTIES = {
  index: (i) => `${i} + 1`,
  index0: (i) => i,
  revindex: (i, length) => `${length} - ${i}`,
  revindex0: (i, length) => `${length} - ${i} - 1`,
  first: (i) => `${i} === 0`,
  last: (i, length) => `${i} === ${length} - 1`,
  length: (i, length) => length
}
const COUNT = Object.keys(PROPERTIES).length

/**
 * Sets the variables of loops without `frame.set`, which splits each name. The eight calls for one row take longer than
 * the rest of the row:
 *
 *     frame.set("item", t_4);                 →  frame.variables["item"] = t_4;
 *     frame.set("loop.index", t_1 + 1); …     →  X.bindLoop(frame, t_1, t_2);
 *
 * @returns {import('../shared/tree').Edit[]}
 */
function loopEdits (fn, tree) {
  if (fn.shadows) return []
  const loops = fn.nodes.filter(({ type }) => type === 'BlockStatement').map((block) => readLoop(block, tree)).filter(Boolean)
  const others = fn.nodes.filter((node) => binding(node) && !binding(node).name.includes('.'))
  return [...loops, ...others.flatMap((statement) => assignment(statement, tree))]
}

/**
 * @param {object} statement `frame.set("name", value);`
 * @returns {import('../shared/tree').Edit[]} edits around the value
 */
function assignment ({ start, expression }, tree) {
  const [name] = expression.arguments
  const comma = tree.text.indexOf(',', name.end)
  return [
    { start, end: comma + 1, code: `frame.variables[${tree.source(name)}] =` },
    { start: expression.end - 1, end: expression.end, code: '' }
  ]
}

/** @returns {import('../shared/tree').Edit | undefined} the edit of the statements that set `loop`, if any */
function readLoop (block, tree) {
  const start = block.body.findIndex((statement) => binding(statement)?.name === 'loop.index')
  if (start === -1) return
  const statements = block.body.slice(start, start + COUNT)
  if (statements.length < COUNT || !statements.every(binding)) return
  const i = tree.source(binding(statements[1]).value)
  const length = tree.source(binding(statements.at(-1)).value)
  const isGenerated = Object.entries(PROPERTIES).every(([name, valueOf], index) => {
    const bound = binding(statements[index])
    return bound.name === `loop.${name}` && tree.source(bound.value) === valueOf(i, length)
  })
  return isGenerated ? { start: statements[0].start, end: statements.at(-1).end, code: `${OURS}.bindLoop(frame, ${i}, ${length});` } : undefined
}

/** Sets the properties of `loop`, as the generated code does. */
function bindLoop ({ variables }, i, length) {
  const loop = variables.loop || (variables.loop = {})
  loop.index = i + 1
  loop.index0 = i
  loop.revindex = length - i
  loop.revindex0 = length - i - 1
  loop.first = i === 0
  loop.last = i === length - 1
  loop.length = length
}

module.exports = { bindLoop, loopEdits }
