'use strict'

const { StaticFragment } = require('../../page/static-fragment')
const { isSilent, isText } = require('../shared/ast-matchers')
const { OURS } = require('../shared/names')
const { isOutput, isPosition, operandsOf, rawValue } = require('./ast-matchers')

/** The types of nodes that hold a list of statements. */
const LISTS = ['BlockStatement', 'SwitchCase']

/**
 * A part of the output of a statement: static text, the source of an expression, or the source of an expression that
 * is printed unescaped.
 *
 * @typedef {{ text: string } | { source: string } | { raw: string }} Part
 *
 * @typedef {{ statement: object, parts: Part[] }} Output
 */

/**
 * Rewrites Pug's output statements. Adjacent static text is joined. Long text goes to the splicer as a fragment, and
 * `pug_html` holds the text since the last fragment. Other statements do not change. X is the inserted name:
 *
 *     pug_html = pug_html + ("long" + (a) + "short" + (null == (pug_interp = b) ? "" : pug_interp));
 *     pug_html = X.raw(X.put(pug_html, 0) + (a) + "short", (b));
 *
 * @returns {{ source: string, fragments: StaticFragment[] } | undefined} the source of a function of
 *   the locals and an `Output`; `undefined` if there is nothing to splice
 */
function rewrite (generated) {
  const { tree, template } = generated
  const outputs = outputsOf(generated)
  const fragments = fragmentsOf(outputs)
  const splices = fragments.size > 0 || outputs.some(({ parts }) => parts.some(({ raw }) => raw))
  if (!splices) return undefined

  const indexes = new Map([...fragments.keys()].map((text, index) => [text, index]))
  const edits = [
    { start: template.id.start, end: template.id.end, code: '' },
    { start: template.params[0].end, end: template.params[0].end, code: `, ${OURS}` },
    ...outputs.map(({ statement: { start, end }, parts }) => ({ start, end, code: assignment(parts, indexes) }))
  ]
  return { source: tree.edited(edits, template), fragments: [...fragments.values()] }
}

/** @returns {Output[]} the output statements that never run during the evaluation of an expression */
function outputsOf ({ tree, functions, splicesMixins }) {
  const kinds = splicesMixins ? ['page', 'mixin'] : ['page']
  return LISTS.flatMap((type) => tree.all(type))
    .filter((node) => kinds.includes(functions.get(tree.functionOf(node))))
    .flatMap((node) => outputsAmong(node.body ?? node.consequent, tree))
}

/**
 * @param {object[]} statements consecutive statements
 * @returns {Output[]} adjacent static text is in the first part that contains it
 */
function outputsAmong (statements, tree) {
  const outputs = []
  let last
  for (const statement of statements) {
    if (isOutput(statement)) {
      const [, ...operands] = operandsOf(statement.expression.right)
      const parts = []
      for (const part of operands.flatMap((operand) => partsOf(operand, tree))) {
        if (part.text !== undefined && last?.text !== undefined) last.text += part.text
        else parts.push(last = part)
      }
      outputs.push({ statement, parts })
    } else if (!isSilent(statement, isPosition)) {
      last = undefined
    }
  }
  return outputs
}

/**
 * @param {object} node an operand that is added to text
 * @returns {Part[]}
 */
function partsOf (node, tree) {
  if (isText(node)) return [{ text: node.value }]
  const raw = rawValue(node)
  if (raw) return [{ raw: `(${tree.source(raw)})` }]
  // Without static text beside them, operands may be numbers, which JavaScript adds.
  if (!operandsOf(node).some(isText)) return [{ source: `(${tree.source(node)})` }]
  return [...partsOf(node.left, tree), ...partsOf(node.right, tree)]
}

/** @returns {Map<string, StaticFragment>} maps each long text to its fragment */
function fragmentsOf (outputs) {
  const texts = new Set(outputs.flatMap(({ parts }) => parts).map(({ text }) => text).filter(Boolean))
  const forms = [...texts].map((text) => [text, StaticFragment.from(text)])
  return new Map(forms.filter(([text, form]) => form !== text))
}

/**
 * @param {Map<string, number>} indexes maps the text of a fragment to its index
 * @returns {string} the statement that writes the parts
 */
function assignment (parts, indexes) {
  if (parts.length === 0) return ''
  let value = 'pug_html'
  for (const { text, source, raw } of parts) {
    if (raw) value = `${OURS}.raw(${value}, ${raw})`
    else if (indexes.has(text)) value = `${OURS}.put(${value}, ${indexes.get(text)})`
    else value += ` + ${source ?? JSON.stringify(text)}`
  }
  return `pug_html = ${value};`
}

module.exports = { outputsAmong, outputsOf, rewrite }
