'use strict'

const { callOf, isCall, isText } = require('../shared/matchers')
const { OURS } = require('../shared/names')

/** The statements in which each iteration sets the properties of `loop`. */
const LOOP = new RegExp([
  ['index', '(\\w+) \\+ 1'],
  ['index0', '\\1'],
  ['revindex', '(\\w+) - \\1'],
  ['revindex0', '\\2 - \\1 - 1'],
  ['first', '\\1 === 0'],
  ['last', '\\1 === \\2 - 1'],
  ['length', '\\2']
].map(([name, value]) => `frame\\.set\\("loop\\.${name}", ${value}\\);`).join('\\s*'), 'y')

/**
 * Sets the variables of loops without `frame.set`, which splits each name. The eight calls for one row take longer than
 * the rest of the row:
 *
 *     frame.set("item", t_4);                 →  frame.variables["item"] = t_4;
 *     frame.set("loop.index", t_1 + 1); …     →  X.bindLoop(frame, t_1, t_2);
 */
function loopEdits ({ nodes, shadows }, tree) {
  if (shadows) return []
  return nodes.flatMap((node) => {
    const name = nameSetIn(node)
    if (name === 'loop.index') return loop(node, tree)
    return name === undefined || name.includes('.') ? [] : assignment(node, tree)
  })
}

/** @returns {string | undefined} the name in `frame.set("name", value);`, a call that does not search outer frames */
function nameSetIn (statement) {
  const call = callOf(statement)
  if (!isCall(call, 'frame', 'set')) return
  const [name, , ...more] = call.arguments
  return isText(name) && more.length === 0 ? name.value : undefined
}

/** @returns {import('../shared/tree').Edit[]} edits around the value in `frame.set("name", value);` */
function assignment ({ start, expression }, tree) {
  const [name] = expression.arguments
  const comma = tree.text.indexOf(',', name.end)
  return [
    { start, end: comma + 1, code: `frame.variables[${tree.source(name)}] =` },
    { start: expression.end - 1, end: expression.end, code: '' }
  ]
}

/** @returns {import('../shared/tree').Edit[]} the edit of all that set `loop`; none in asynchronous and other loops */
function loop ({ start }, { text }) {
  LOOP.lastIndex = start
  const [found, i, length] = LOOP.exec(text) ?? []
  return found ? [{ start, end: start + found.length, code: `${OURS}.bindLoop(frame, ${i}, ${length});` }] : []
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
