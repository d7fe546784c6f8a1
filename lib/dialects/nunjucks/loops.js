'use strict'

const { binding, isCall, isNamed, isText } = require('./shapes')

/** The properties of `loop`, which each turn of a loop sets, with their values. */
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
 * Makes the variables of loops cheaper to set. `frame.set` splits each name, and
 * eight of those calls for a row take longer than the row:
 *
 *     frame.set("item", t_4);                 →  frame.variables["item"] = t_4;
 *     frame.set("loop.index", t_1 + 1); …     →  __brLoop(frame, t_1, t_2);
 *
 * or nothing, where nobody can see `loop`.
 *
 * @param {import('./generated').GeneratedFunction} fn
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {{ start: number, end: number, code: string }[]}
 */
function loopEdits (fn, tree) {
  if (fn.shadows) return []
  const loops = fn.nodes.filter(({ type }) => type === 'BlockStatement').map((block) => readLoop(block, tree)).filter(Boolean)
  const ours = new Set(loops.flatMap(({ statements }) => statements))
  const isSecret = !seesLoop(fn, tree, ours)

  const edits = loops.map(({ block, statements, i, length }) => ({
    start: statements[0].start,
    end: statements.at(-1).end,
    code: isSecret && isFor(tree.parents.get(block)) && !leaksFrame(fn, tree, block) ? '' : `__brLoop(frame, ${i}, ${length});`
  }))
  const others = fn.nodes.filter((node) => binding(node) && !ours.has(node) && !binding(node).name.includes('.'))
  return [...edits, ...others.flatMap((statement) => assignment(statement, tree))]
}

/**
 * @param {object} statement `frame.set("name", value);`
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {{ start: number, end: number, code: string }[]} edits around the value
 */
function assignment ({ start, expression }, tree) {
  const [name] = expression.arguments
  const comma = tree.text.indexOf(',', name.end)
  return [
    { start, end: comma + 1, code: `frame.variables[${tree.source(name)}] =` },
    { start: expression.end - 1, end: expression.end, code: '' }
  ]
}

/**
 * @param {object} block
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {{ block: object, statements: object[], i: string, length: string } | undefined}
 *   the statements that set `loop`, of the index and the length of those names
 */
function readLoop (block, tree) {
  const start = block.body.findIndex((statement) => binding(statement)?.name === 'loop.index')
  if (start === -1) return
  const statements = block.body.slice(start, start + COUNT)
  if (statements.length < COUNT || !statements.every(binding)) return
  const i = tree.source(binding(statements[1]).value)
  const length = tree.source(binding(statements.at(-1)).value)
  const isOwn = Object.entries(PROPERTIES).every(([name, valueOf], index) => {
    const bound = binding(statements[index])
    return bound.name === `loop.${name}` && tree.source(bound.value) === valueOf(i, length)
  })
  return isOwn ? { block, statements, i, length } : undefined
}

function isFor ({ type }) {
  return type === 'ForStatement' || type === 'ForInStatement'
}

/**
 * @param {import('./generated').GeneratedFunction} fn
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @param {Set<object>} ours the statements that set `loop`
 * @returns {boolean} whether `loop` is named anywhere, or there is a `caller`, which
 *   looks names up where it is called
 */
function seesLoop (fn, tree, ours) {
  return fn.nodes.some((node) => {
    if (isText(node) && /^loop(?:\.|$)/.test(node.value)) return !ours.has(statementOf(node, tree))
    return isCall(node, 'frame', 'push') && node.arguments.length > 0 && tree.functionOf(node) !== fn.node
  })
}

/**
 * @param {object} node
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {object} the statement that sets `loop`, if it is the name there
 */
function statementOf (node, tree) {
  return tree.parents.get(tree.parents.get(node))
}

/**
 * @param {import('./generated').GeneratedFunction} fn
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @param {object} block
 * @returns {boolean} whether the frame may get to others, such as an included template
 */
function leaksFrame (fn, tree, { start, end }) {
  return fn.nodes.some((node) => node.start >= start && node.end <= end && isNamed(node, 'frame') && !isHarmless(node, tree))
}

/**
 * @param {object} frame the identifier
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {boolean}
 */
function isHarmless (frame, tree) {
  const parent = tree.parents.get(frame)
  if (parent.type === 'MemberExpression') return ['set', 'push', 'pop', 'topLevel'].includes(parent.property.name)
  if (parent.type === 'AssignmentExpression') return parent.left === frame
  return isCall(parent, 'runtime', 'contextOrFrameLookup')
}

/**
 * Sets `loop` as the generated code does.
 *
 * @param {{ variables: object }} frame
 * @param {number} i
 * @param {number} length
 */
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
