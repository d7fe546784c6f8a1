'use strict'

const { StaticFragment } = require('../../template/static-fragment')
const { leaksMixins } = require('./leaks')
const { isEachOfList, isOutput, isSilent, isText, operandsOf, rawValue } = require('./shapes')

/** The types of nodes that have a list of statements. */
const LISTS = ['BlockStatement', 'SwitchCase']

/**
 * What a statement appends to the page, one after the other: text of the
 * template with its place, the source of an expression, or of one whose value is not escaped.
 *
 * @typedef {{ text: string, at: number } | { source: string } | { raw: string }} Part
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
  const outputs = outputsOf(generated)
  const fragments = new Map()
  const pieces = piecesOf(outputs.flatMap(({ parts }) => parts), tree, fragments)
  const edits = [
    { start: template.id.start, end: template.id.end, code: '__brTemplate' },
    { start: template.params[0].end, end: template.params[0].end, code: ', __br' },
    ...outputs.map(({ statement: { start, end }, parts }) => ({ start, end, code: assignment(parts.map((part) => pieces.get(part))) }))
  ]
  const splices = [...pieces.values()].some((piece) => piece.fragment || piece.raw)
  return { source: tree.edited(edits, template), fragments: [...fragments.values()].map(({ made }) => made), splices }
}

/**
 * Finds the static text that is not rewritten.
 *
 * @param {import('./generated').Generated} generated
 * @returns {string[]}
 */
function literalsOf (generated) {
  const { tree } = generated
  const rewritten = new Set(outputsOf(generated).map(({ statement }) => statement))
  // Code of the author's may have a statement stand alone: `- if (a)`.
  const alone = tree.all('ExpressionStatement').filter((statement) => !LISTS.includes(tree.parents.get(statement).type))
  const lists = [...listsOf(tree).map(([, list]) => list), ...alone.map((statement) => [statement])]
  const left = lists.flatMap((list) => runsOf(list, tree, ({ statement }) => !rewritten.has(statement)))
  const parts = left.flatMap(join).flatMap(({ parts }) => parts)
  const originals = originalsOf(parts, tree)
  return parts.filter((part) => part.text !== undefined && !originals.has(part)).map(({ text }) => text)
}

/**
 * Finds the output statements to rewrite: those that run while no expression's value is
 * being made.
 *
 * @param {import('./generated').Generated} generated
 * @returns {Output[]}
 */
function outputsOf (generated) {
  const { tree, functions, catches } = generated
  const kinds = leaksMixins(generated) ? ['page'] : ['page', 'mixin']
  const lists = listsOf(tree).filter(([node]) => kinds.includes(functions.get(tree.functionOf(node))))
  // Where an error may be caught, a statement that throws has written nothing.
  const isSafe = ({ parts }) => !(catches && parts.some(({ text }) => text === undefined))
  return lists.flatMap(([, list]) => runsOf(list, tree, isSafe)).flatMap(join)
}

/**
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {[object, object[]][]} each node that has a list of statements, with that
 */
function listsOf (tree) {
  return LISTS.flatMap((type) => tree.all(type)).map((node) => [node, node.body ?? node.consequent])
}

/**
 * Groups the output statements between which nothing happens that shows.
 *
 * @param {object[]} statements
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @param {(output: Output) => boolean} isWanted
 * @returns {Output[][]}
 *
 * @typedef {{ statement: object, parts: Part[] }} Output
 */
function runsOf (statements, tree, isWanted) {
  const runs = []
  let open
  for (const statement of statements) {
    const output = isOutput(statement) ? { statement, parts: partsOf(statement.expression.right, tree) } : undefined
    if (output && isWanted(output)) {
      if (open) open.push(output)
      else runs.push(open = [output])
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
  if (isText(node)) return [{ text: node.value, at: node.start }]
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
 * @param {Output[]} run
 * @returns {Output[]} with the text of the template that
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
 * @param {Part[]} parts
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @param {Map<string, { name: string, made: StaticFragment }>} fragments by their text, gets
 *   new ones
 * @returns {Map<Part, Part | { fragment: string }>} the name of a fragment for long text
 */
function piecesOf (parts, tree, fragments) {
  const originals = originalsOf(parts, tree)
  const pieces = new Map()
  for (const part of parts) pieces.set(part, pieces.get(originals.get(part)) ?? pieceOf(part, fragments))
  return pieces
}

/**
 * @param {Part} part
 * @param {Map<string, { name: string, made: StaticFragment }>} fragments
 * @returns {Part | { fragment: string }}
 */
function pieceOf (part, fragments) {
  const { text } = part
  if (text === undefined) return part
  const made = StaticFragment.from(text)
  if (typeof made === 'string') return part
  if (!fragments.has(text)) fragments.set(text, { name: `__br${fragments.size}`, made })
  return { fragment: fragments.get(text).name }
}

/**
 * Pug writes the body of a loop `each` twice: for lists, and for objects.
 *
 * @param {Part[]} parts
 * @param {import('../../template/syntax-tree').SyntaxTree} tree
 * @returns {Map<Part, Part>} for text of a second body, that of the first
 */
function originalsOf (parts, tree) {
  const originals = new Map()
  const texts = parts.filter(({ text }) => text !== undefined)
  for (const { consequent, alternate } of tree.all('IfStatement').filter(isEachOfList)) {
    const [first, second] = [consequent, alternate].map(({ start, end }) => texts.filter(({ at }) => at > start && at < end))
    second.forEach((part, i) => { if (first[i]?.text === part.text) originals.set(part, first[i]) })
  }
  return originals
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

module.exports = { literalsOf, rewrite }
