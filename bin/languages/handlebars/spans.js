'use strict'

const { offsetOf } = require('../positions')

/** The block helpers that only choose which blocks to write, and how often. */
const CONTROL = ['each', 'if', 'unless', 'with']

/** Handlebars counts the columns behind them wrongly. */
const SEPARATORS = /[\u2028\u2029]/g

/** White space to Handlebars, and nothing more, as those are. */
const SPACE = '\u00a0'

/**
 * @param {object} template
 * @param {object} template.engine an instance of Handlebars
 * @param {string} template.source
 * @param {object} template.options of `Handlebars.compile`
 * @param {Record<string, Function>} template.helpers
 * @param {boolean} template.isStock whether its block helpers are Handlebars' own
 * @returns {import('../../../lib/dialects/dialect').Span[]} of its source, in order
 */
function spansOf ({ engine, source, options, helpers, isStock }) {
  const known = { source, at: offsetOf(source), preventIndent: options.preventIndent, helpers, isStock }
  return spansIn(engine.parse(source.replace(SEPARATORS, SPACE), options), known).sort((a, b) => a.start - b.start)
}

/**
 * What is known of a template.
 *
 * @typedef {object} Known
 * @property {string} source
 * @property {(line: number, column: number) => number} at
 * @property {boolean} [preventIndent] the option
 * @property {Record<string, Function>} helpers
 * @property {boolean} isStock whether the block helpers are Handlebars' own
 */

/**
 * @param {{ body: object[] } | undefined} program of Handlebars' AST
 * @param {Known} known
 * @returns {import('../../../lib/dialects/dialect').Span[]} the inverse of a block may be before its program
 */
function spansIn (program, known) {
  return program?.body.flatMap((statement) => SPANS[statement.type]?.(statement, known) ?? []) ?? []
}

/** What gives the spans of a statement, by its type; comments and decorators have none. */
const SPANS = {
  ContentStatement: staticSpans,
  MustacheStatement: dynamicSpans,
  PartialStatement: (partial, known) => [...indentSpans(partial, known), ...dynamicSpans(partial, known)],
  PartialBlockStatement: (block, known) => [...openingSpans(block, known), ...spansIn(block.program, known)],
  BlockStatement: (block, known) => [
    ...isControl(block, known) ? [] : openingSpans(block, known),
    ...spansIn(block.program, known),
    ...spansIn(block.inverse, known)
  ],
  DecoratorBlock: (block, known) => spansIn(block.program, known)
}

/**
 * @param {object} statement with the `value` that Handlebars has left of the `original` text
 * @param {Known} known
 * @returns {import('../../../lib/dialects/dialect').Span[]}
 */
function staticSpans ({ loc, original, value, rightStripped }, known) {
  if (value === '') return []
  // Of white space, only what stands alone in its line is left out in part.
  const omitted = /\S/.test(value) ? original.indexOf(value) : rightStripped ? /^[ \t]*\r?\n?/.exec(original)[0].length : 0
  const start = placeOf(loc.start, known) + omitted
  return [{ start, end: start + value.length, kind: 'static' }]
}

function dynamicSpans ({ loc }, known) {
  return [{ start: placeOf(loc.start, known), end: placeOf(loc.end, known), kind: 'dynamic' }]
}

/**
 * @param {object} partial
 * @param {Known} known
 * @returns {import('../../../lib/dialects/dialect').Span[]} what stands before it in its line, which is written
 *   instead of being put before each line of the partial
 */
function indentSpans ({ loc, indent }, known) {
  const end = placeOf(loc.start, known)
  return indent && known.preventIndent ? [{ start: end - indent.length, end, kind: 'static' }] : []
}

/**
 * @param {object} block
 * @param {Known} known
 * @returns {import('../../../lib/dialects/dialect').Span[]} its opening tag, whose end is in no tree
 */
function openingSpans ({ loc, name, path = name, params, hash }, known) {
  const start = placeOf(loc.start, known)
  const last = Math.max(...[path, ...params, hash].map((node) => node ? placeOf(node.loc.end, known) : 0))
  const braces = known.source.startsWith('{{{{', start) ? '}}}}' : '}}'
  return [{ start, end: known.source.indexOf(braces, last) + braces.length, kind: 'dynamic' }]
}

/**
 * @param {object} block
 * @param {Known} known
 * @returns {boolean} whether no helper of the app gets its text, and makes of it what it likes
 */
function isControl ({ path: { original }, params, hash }, { helpers, isStock }) {
  if (!isStock || CONTROL.includes(original)) return isStock
  return params.length === 0 && !hash && !Object.hasOwn(helpers, original)
}

function placeOf ({ line, column }, { at }) {
  return at(line - 1, column)
}

module.exports = { spansOf }
