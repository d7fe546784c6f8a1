'use strict'

const { offsetOf } = require('../../template/positions')
const { includes, ownBlocks } = require('./builtins')
const { compileAll } = require('./templates')

/** The block helpers that only choose which blocks to write, and how often. */
const CONTROL = ['each', 'if', 'unless', 'with']

/** Handlebars counts the columns behind them wrongly. */
const SEPARATORS = /[\u2028\u2029]/g

/** White space to Handlebars, and nothing more, as those are. */
const SPACE = '\u00a0'

/**
 * What Handlebars compiles for a view.
 *
 * @typedef {object} View
 * @property {object} engine an instance of Handlebars
 * @property {string} source
 * @property {number} [start] of the source in its file
 * @property {object} [options] of `Handlebars.compile`
 * @property {object} [runtimeOptions] that the template is called with
 * @property {string[]} [asyncHelpers] those whose values are put onto the page later
 * @property {string} [whole] see `Explanation`
 */

/**
 * @param {View} view
 * @returns {import('../dialect').Explanation}
 * @throws what Handlebars throws for a source that it cannot compile
 */
function explainView ({ engine, source, start = 0, options = {}, runtimeOptions, asyncHelpers = [], whole }) {
  const blocks = ownBlocks(engine, runtimeOptions)
  const compiled = whole === undefined ? compileAll(engine, source, options, blocks) : { helpers: [], whole }
  const asyncHelper = compiled.helpers.find((name) => asyncHelpers.includes(name))
  const helpers = { ...engine.helpers, ...runtimeOptions?.helpers }
  const known = { source, at: offsetOf(source), preventIndent: options.preventIndent, blocks, helpers }
  const spans = spansOf(engine.parse(source.replace(SEPARATORS, SPACE), options), known)
  return {
    spans: spans.map((span) => ({ ...span, start: start + span.start, end: start + span.end })).sort((a, b) => a.start - b.start),
    whole: compiled.whole ?? (asyncHelper && `calls "${asyncHelper}", an asynchronous helper of hbs`)
  }
}

/**
 * What is known of a template.
 *
 * @typedef {object} Known
 * @property {string} source
 * @property {(line: number, column: number) => number} at
 * @property {boolean} [preventIndent] the option
 * @property {number} blocks see `ownBlocks`
 * @property {Record<string, Function>} helpers
 */

/**
 * @param {{ body: object[] } | undefined} program of Handlebars' AST
 * @param {Known} known
 * @returns {import('../dialect').Span[]} the inverse of a block may be before its program
 */
function spansOf (program, known) {
  return program?.body.flatMap((statement) => SPANS[statement.type]?.(statement, known) ?? []) ?? []
}

/** What gives the spans of a statement, by its type; comments and decorators have none. */
const SPANS = {
  ContentStatement: staticSpans,
  MustacheStatement: dynamicSpans,
  PartialStatement: (partial, known) => [...indentSpans(partial, known), ...dynamicSpans(partial, known)],
  PartialBlockStatement: (block, known) => [...openingSpans(block, known), ...spansOf(block.program, known)],
  BlockStatement: (block, known) => [
    ...isControl(block, known) ? [] : openingSpans(block, known),
    ...spansOf(block.program, known),
    ...spansOf(block.inverse, known)
  ],
  DecoratorBlock: (block, known) => spansOf(block.program, known)
}

/**
 * @param {object} statement with the `value` that Handlebars has left of the `original` text
 * @param {Known} known
 * @returns {import('../dialect').Span[]}
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
 * @returns {import('../dialect').Span[]} what stands before it in its line, which is written
 *   instead of being put before each line of the partial
 */
function indentSpans ({ loc, indent }, known) {
  const end = placeOf(loc.start, known)
  return indent && known.preventIndent ? [{ start: end - indent.length, end, kind: 'static' }] : []
}

/**
 * @param {object} block
 * @param {Known} known
 * @returns {import('../dialect').Span[]} its opening tag, whose end is in no tree
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
function isControl ({ path: { original }, params, hash }, { blocks, helpers }) {
  if (CONTROL.includes(original)) return includes(blocks, original)
  return params.length === 0 && !hash && !Object.hasOwn(helpers, original) && includes(blocks, 'blockHelperMissing')
}

function placeOf ({ line, column }, { at }) {
  return at(line - 1, column)
}

module.exports = { explainView }
