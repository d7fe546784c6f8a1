'use strict'

const { offsetOf } = require('../positions')

/** Block helpers that choose which blocks to write and how often, and leave their text unchanged. */
const CONTROL = ['each', 'if', 'unless', 'with']

/** Line separators, after which Handlebars counts columns wrongly. */
const SEPARATORS = /[\u2028\u2029]/g

/** Replaces separators: also white space to Handlebars, but not the end of a line. */
const SPACE = '\u00a0'

/**
 * @param {object} template.engine an instance of Handlebars
 * @param {object} template.options those of `Handlebars.compile`
 * @param {boolean} template.isUnmodified whether the block helpers are Handlebars'
 * @returns {import('../../../types/template').Span[]} those of its source, in order
 */
function spansOf ({ engine, source, options, helpers, isUnmodified }) {
  const context = { source, at: offsetOf(source), preventIndent: options.preventIndent, helpers, isUnmodified }
  return spansIn(engine.parse(source.replace(SEPARATORS, SPACE), options), context).sort((a, b) => a.start - b.start)
}

/**
 * The template that a statement belongs to.
 *
 * @typedef {object} Context
 * @property {string} source
 * @property {(line: number, column: number) => number} at
 * @property {boolean} [preventIndent] the option
 * @property {Record<string, Function>} helpers
 * @property {boolean} isUnmodified whether the block helpers are Handlebars'
 */

/**
 * @param {{ body: object[] } | undefined} program one of Handlebars' AST
 * @returns {import('../../../types/template').Span[]} unsorted: the inverse of a block may precede its program
 */
function spansIn (program, context) {
  return program?.body.flatMap((statement) => SPANS[statement.type]?.(statement, context) ?? []) ?? []
}

/** Functions that return the spans of a statement, by its type; comments and decorators have none. */
const SPANS = {
  ContentStatement: staticSpans,
  MustacheStatement: dynamicSpans,
  PartialStatement: (partial, context) => [...indentSpans(partial, context), ...dynamicSpans(partial, context)],
  PartialBlockStatement: (block, context) => [...openingSpans(block, context), ...spansIn(block.program, context)],
  BlockStatement: (block, context) => [
    ...isControl(block, context) ? [] : openingSpans(block, context),
    ...spansIn(block.program, context),
    ...spansIn(block.inverse, context)
  ],
  DecoratorBlock: (block, context) => spansIn(block.program, context)
}

/** @param {object} statement has the `original` text and the `value` that remains after trimming */
function staticSpans ({ loc, original, value, rightStripped }, context) {
  if (value === '') return []
  // White space is omitted in part only if it is alone on its line.
  const omitted = /\S/.test(value)
    ? original.indexOf(value)
    : rightStripped ? /^[ \t]*\r?\n?/.exec(original)[0].length : 0
  const start = placeOf(loc.start, context) + omitted
  return [{ start, end: start + value.length, kind: 'static' }]
}

function dynamicSpans ({ loc }, context) {
  return [{ start: placeOf(loc.start, context), end: placeOf(loc.end, context), kind: 'dynamic' }]
}

/**
 * @returns {import('../../../types/template').Span[]} the indentation of the tag, which `preventIndent` has
 *   written once and not before each line of the partial
 */
function indentSpans ({ loc, indent }, context) {
  const end = placeOf(loc.start, context)
  return indent && context.preventIndent ? [{ start: end - indent.length, end, kind: 'static' }] : []
}

/** @returns {import('../../../types/template').Span[]} the opening tag, whose end is not in the tree */
function openingSpans ({ loc, name, path = name, params, hash }, context) {
  const start = placeOf(loc.start, context)
  const last = Math.max(...[path, ...params, hash].map((node) => node ? placeOf(node.loc.end, context) : 0))
  const braces = context.source.startsWith('{{{{', start) ? '}}}}' : '}}'
  return [{ start, end: context.source.indexOf(braces, last) + braces.length, kind: 'dynamic' }]
}

/** @returns {boolean} whether the text of the block goes to the page, and not to a helper of the app */
function isControl ({ path: { original }, params, hash }, { helpers, isUnmodified }) {
  if (!isUnmodified || CONTROL.includes(original)) return isUnmodified
  return params.length === 0 && !hash && !Object.hasOwn(helpers, original)
}

function placeOf ({ line, column }, { at }) {
  return at(line - 1, column)
}

module.exports = { spansOf }
