'use strict'

const { StaticFragment } = require('../../template/static-fragment')
const { leaksMixins } = require('./leaks')
const { isOutput, isSilent, isText, operandsOf, rawValue } = require('./shapes')

/**
 * What a statement appends to the page, one after the other: text of the
 * template, the source of an expression, or of one whose value is not escaped.
 *
 * @typedef {{ text: string } | { source: string } | { raw: string }} Part
 */

/**
 * The function `template` with its long static text going to a splicer. `pug_html`
 * then holds the text since the last fragment.
 *
 * @typedef {object} Rewritten
 * @property {string} source the function takes the locals and `__br`, the splicer
 * @property {StaticFragment[]} fragments `__br0`, `__br1`, … in the source
 * @property {boolean} splices a fragment or an unescaped value may go to the splicer
 */

/**
 * Rewrites Pug's output statements. Static text of neighbouring statements is
 * joined; what is long becomes a fragment. All else stays as it is:
 *
 *     pug_html = pug_html + ("long" + (a) + "short" + (null == (pug_interp = b) ? "" : pug_interp));
 *     pug_html = __brRaw(__br, __brPut(__br, pug_html, __br0) + (a) + "short", (b));
 *
 * @param {import('./generated').Generated} generated
 * @returns {Rewritten}
 */
function rewrite (generated) {
  const { tree, template } = generated
  const fragments = new Map()
  const edits = [
    { start: template.id.start, end: template.id.end, code: '__brTemplate' },
    { start: template.params[0].end, end: template.params[0].end, code: ', __br' }
  ]

  let splices = false
  for (const statements of rewritableLists(generated)) {
    for (const run of runsOf(statements, generated)) {
      for (const { statement: { start, end }, parts } of join(run)) {
        const pieces = parts.map((part) => pieceOf(part, fragments))
        splices ||= pieces.some((piece) => piece.fragment || piece.raw)
        edits.push({ start, end, code: assignment(pieces) })
      }
    }
  }
  return { source: tree.edited(edits, template), fragments: [...fragments.values()].map(({ made }) => made), splices }
}

/**
 * Gives the lists of statements in which output may go to the splicer: where no
 * expression's value is being made while they run.
 *
 * @param {import('./generated').Generated} generated
 * @returns {object[][]}
 */
function rewritableLists (generated) {
  const { tree, functions } = generated
  const kinds = leaksMixins(generated) ? ['page'] : ['page', 'mixin']
  const lists = [...tree.all('BlockStatement').map((node) => [node, node.body]), ...tree.all('SwitchCase').map((node) => [node, node.consequent])]
  return lists.filter(([node]) => kinds.includes(functions.get(tree.functionOf(node)))).map(([, list]) => list)
}

/**
 * Groups the output statements between which nothing happens that shows.
 *
 * @param {object[]} statements
 * @param {import('./generated').Generated} generated
 * @returns {{ statement: object, parts: Part[] }[][]}
 */
function runsOf (statements, { tree, catches }) {
  const runs = []
  let open
  for (const statement of statements) {
    const parts = isOutput(statement) ? partsOf(statement.expression.right, tree) : undefined
    // Where an error may be caught, a statement that throws has written nothing.
    if (parts && !(catches && parts.some(({ text }) => text === undefined))) {
      if (open) open.push({ statement, parts })
      else runs.push(open = [{ statement, parts }])
    } else if (!isSilent(statement)) {
      open = undefined
    }
  }
  return runs
}

/**
 * @param {object} sum `pug_html + …`
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {Part[]}
 */
function partsOf (sum, tree) {
  return operandsOf(sum).slice(1).flatMap((operand) => partsOfOperand(operand, tree))
}

/**
 * @param {object} node what is added to text
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {Part[]}
 */
function partsOfOperand (node, tree) {
  if (isText(node)) return [{ text: node.value }]
  const raw = rawValue(node)
  if (raw) return [{ raw: `(${tree.source(raw)})` }]

  const operands = operandsOf(node)
  const first = operands.findIndex(isText)
  if (first === -1) return [{ source: `(${tree.source(node)})` }]
  // Operands with no text before them may be numbers, which are added up.
  const leading = first < 2 ? operands.slice(0, first).flatMap((operand) => partsOfOperand(operand, tree)) : [{ source: `(${sumOf(operands.slice(0, first), tree)})` }]
  return [...leading, ...operands.slice(first).flatMap((operand) => partsOfOperand(operand, tree))]
}

/**
 * @param {object[]} operands
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {string} the source of their sum
 */
function sumOf (operands, tree) {
  return operands.map((operand) => `(${tree.source(operand)})`).join(' + ')
}

/**
 * @param {{ statement: object, parts: Part[] }[]} run
 * @returns {{ statement: object, parts: Part[] }[]} with the text of the template that
 *   meets in one place
 */
function join (run) {
  let last
  return run.map(({ statement, parts }) => {
    const joined = []
    for (const part of parts) {
      if (part.text !== undefined && last?.text !== undefined) last.text += part.text
      else joined.push(last = part)
    }
    return { statement, parts: joined }
  })
}

/**
 * @param {Part} part
 * @param {Map<string, { name: string, made: StaticFragment }>} fragments by their text, gets
 *   new ones: a loop has its body twice
 * @returns {Part | { fragment: string }} the name of a fragment instead of long text
 */
function pieceOf (part, fragments) {
  const { text } = part
  if (text === undefined) return part
  if (!fragments.has(text)) {
    const made = StaticFragment.from(text)
    if (typeof made === 'string') return part
    fragments.set(text, { name: `__br${fragments.size}`, made })
  }
  return { fragment: fragments.get(text).name }
}

/**
 * @param {(Part | { fragment: string })[]} pieces
 * @returns {string} the statement that appends them
 */
function assignment (pieces) {
  if (pieces.length === 0) return ''
  let value = 'pug_html'
  for (const { text, source, raw, fragment } of pieces) {
    if (fragment) value = `__brPut(__br, ${value}, ${fragment})`
    else if (raw) value = `__brRaw(__br, ${value}, ${raw})`
    else value += ` + ${source ?? JSON.stringify(text)}`
  }
  return `pug_html = ${value};`
}

module.exports = { rewrite }
