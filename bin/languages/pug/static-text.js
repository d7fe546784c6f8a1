'use strict'

const { outputsAmong, outputsOf } = require('../../../lib/dialects/pug/rewrite')
const { isOutput } = require('../../../lib/dialects/pug/ast-matchers')
const { isNamed } = require('../../../lib/dialects/shared/ast-matchers')
const { StaticFragment } = require('../../../lib/page/static-fragment')
const { publishLiteral } = require('../publish-literal')

/**
 * Reports each run of a template's static text once. Text for the splicer becomes a fragment if
 * it is long enough.
 *
 * @param {import('../../../lib/dialects/pug/generated').Generated} generated
 * @returns {boolean} whether anything is spliced
 */
function reportStaticText (generated) {
  const { tree } = generated
  const copies = tree.all('IfStatement').filter(isEachOfList).map(({ alternate }) => alternate)
  const isCopy = ({ statement: { start, end } }) => copies.some((copy) => start > copy.start && end < copy.end)

  const spliced = outputsOf(generated)
  const rewritten = new Set(spliced.map(({ statement }) => statement))
  const left = listsOf(tree).flatMap((list) => outputsAmong(list.filter((statement) => !rewritten.has(statement)), tree))
  const partsOf = (outputs) => outputs.filter((output) => !isCopy(output)).flatMap(({ parts }) => parts)
  const textsOf = (outputs) => partsOf(outputs).filter(({ text }) => text).map(({ text }) => text)
  const published = textsOf(spliced).map((text) => StaticFragment.from(text))
  textsOf(left).forEach(publishLiteral)
  return published.some((part) => part instanceof StaticFragment) || partsOf(spliced).some(({ raw }) => raw)
}

/**
 * @param {import('../../../lib/dialects/shared/syntax-tree').SyntaxTree} tree
 * @returns {object[][]} the statements of each list, and single statements such as after `- if (a)`
 */
function listsOf (tree) {
  const lists = [...tree.all('BlockStatement').map(({ body }) => body), ...tree.all('SwitchCase').map(({ consequent }) => consequent)]
  const listed = new Set(lists.flat())
  const alone = tree.all('ExpressionStatement').filter((statement) => isOutput(statement) && !listed.has(statement))
  return [...lists, ...alone.map((statement) => [statement])]
}

/**
 * Matches `if ('number' == typeof $$obj.length) …`: Pug generates the body of an `each` loop twice,
 * for lists and for objects.
 *
 * @param {object} statement
 * @returns {boolean}
 */
function isEachOfList ({ test: { left, right }, alternate }) {
  const { operator, argument } = right ?? {}
  return alternate !== null && left?.value === 'number' && operator === 'typeof' &&
    argument.type === 'MemberExpression' && isNamed(argument.object, '$$obj') && isNamed(argument.property, 'length')
}

module.exports = { reportStaticText }
