'use strict'

const { StaticFragment } = require('../../page/static-fragment')
const { isSilent, isText } = require('../shared/ast-matchers')
const { isOutput, isPosition, operandsOf, rawValue } = require('./ast-matchers')

/** The types of nodes that have a list of statements. */
const LISTS = ['BlockStatement', 'SwitchCase']

/**
 * What a statement appends to the page: text of the template, the source of an expression,
 * or that of one whose value is not escaped.
 *
 * @typedef {{ text: string } | { source: string } | { raw: string }} Part
 *
 * @typedef {{ statement: object, parts: Part[] }} Output
 */

/**
 * Rewrites Pug's output statements. Static text of neighbouring statements is joined; what is
 * long goes to the splicer as a fragment, and `pug_html` holds the text since the last one.
 * All else stays as it is:
 *
 *     pug_html = pug_html + ("long" + (a) + "short" + (null == (pug_interp = b) ? "" : pug_interp));
 *     pug_html = __brRaw(__br, __brPut(__br, pug_html, __br0) + (a) + "short", (b));
 *
 * @param {import('./generated').Generated} generated
 * @returns {{ source: string, fragments: StaticFragment[] } | undefined} the source of a function of
 *   the locals and `__br`, the splicer, and its `__br0`, `__br1`, …; nothing if there is nothing to splice
 */
function rewrite (generated) {
  const { tree, template } = generated
  const outputs = outputsOf(generated)
  const fragments = fragmentsOf(outputs)
  const splices = fragments.size > 0 || outputs.some(({ parts }) => parts.some(({ raw }) => raw))
  if (!splices) return undefined

  const names = new Map([...fragments.keys()].map((text, index) => [text, `__br${index}`]))
  const edits = [
    { start: template.id.start, end: template.id.end, code: '__brTemplate' },
    { start: template.params[0].end, end: template.params[0].end, code: ', __br' },
    ...outputs.map(({ statement: { start, end }, parts }) => ({ start, end, code: assignment(parts, names) }))
  ]
  return { source: tree.edited(edits, template), fragments: [...fragments.values()] }
}

/**
 * @param {import('./generated').Generated} generated
 * @returns {Output[]} the output statements that run while no expression is evaluated
 */
function outputsOf ({ tree, functions, splicesMixins }) {
  const kinds = splicesMixins ? ['page', 'mixin'] : ['page']
  return LISTS.flatMap((type) => tree.all(type))
    .filter((node) => kinds.includes(functions.get(tree.functionOf(node))))
    .flatMap((node) => outputsAmong(node.body ?? node.consequent, tree))
}

/**
 * @param {object[]} statements that follow each other
 * @param {import('../shared/syntax-tree').SyntaxTree} tree
 * @returns {Output[]} with all text that meets on the page in the first place where it does
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
 * @param {object} node what is added to text
 * @param {import('../shared/syntax-tree').SyntaxTree} tree
 * @returns {Part[]}
 */
function partsOf (node, tree) {
  if (isText(node)) return [{ text: node.value }]
  const raw = rawValue(node)
  if (raw) return [{ raw: `(${tree.source(raw)})` }]
  // Operands with no text before or beside them may be numbers, which are added up.
  if (!operandsOf(node).some(isText)) return [{ source: `(${tree.source(node)})` }]
  return [...partsOf(node.left, tree), ...partsOf(node.right, tree)]
}

/**
 * @param {Output[]} outputs
 * @returns {Map<string, StaticFragment>} those of the long texts
 */
function fragmentsOf (outputs) {
  const texts = new Set(outputs.flatMap(({ parts }) => parts).map(({ text }) => text).filter(Boolean))
  const forms = [...texts].map((text) => [text, StaticFragment.from(text)])
  return new Map(forms.filter(([text, form]) => form !== text))
}

/**
 * @param {Part[]} parts
 * @param {Map<string, string>} names of the fragments, by their text
 * @returns {string} the statement that appends them
 */
function assignment (parts, names) {
  if (parts.length === 0) return ''
  let value = 'pug_html'
  for (const { text, source, raw } of parts) {
    if (raw) value = `__brRaw(__br, ${value}, ${raw})`
    else if (names.has(text)) value = `__brPut(__br, ${value}, ${names.get(text)})`
    else value += ` + ${source ?? JSON.stringify(text)}`
  }
  return `pug_html = ${value};`
}

module.exports = { outputsAmong, outputsOf, rewrite }
