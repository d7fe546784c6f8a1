'use strict'

const { subscribe, unsubscribe } = require('node:diagnostics_channel')
const { parse } = require('acorn')
const { languageOf } = require('../../bin/languages')
const dialects = require('../../lib/dialects')

/**
 * Has a dialect explain a template.
 *
 * @param {string} name of the dialect
 * @param {string} source
 * @param {object} context of `Dialect.explain`, but for what no test needs
 * @returns {object} the explanation, with the text of each span by its kind, and with `texts`,
 *   the runs of static text that were compiled meanwhile, and `fragments`, how many of them
 *   became one
 */
function explained (name, source, context) {
  const messages = []
  const listen = (message) => messages.push(message)
  const load = () => { throw new Error('Another template was loaded') }
  subscribe('buffered-render:static-text', listen)
  let explanation
  try {
    explanation = languageOf(dialects.byName(name)).explain(source, { filename: `/views/page.${name}`, load, ...context, options: { cache: true, ...context.options } })
  } finally {
    unsubscribe('buffered-render:static-text', listen)
  }
  return {
    ...explanation,
    static: textsOf(explanation, source, 'static'),
    dynamic: textsOf(explanation, source, 'dynamic'),
    texts: messages.map(({ text }) => text),
    fragments: messages.filter(({ fragment }) => fragment !== undefined).length
  }
}

function textsOf ({ spans = [] }, source, kind) {
  return spans.filter((span) => span.kind === kind).map(({ start, end }) => source.slice(start, end))
}

/** @returns {string} their characters, sorted: compiled code does not have the order of the source */
function sorted (texts) {
  return texts.join('').split('').sort().join('')
}

/**
 * @param {{ start: number, end: number }[]} spans
 * @returns {boolean} whether each has something in it and ends before the next
 */
function isInOrder (spans) {
  return spans.every(({ start, end }, i) => start < end && (i === 0 || spans[i - 1].end <= start))
}

/**
 * @param {string | undefined} code of a tag
 * @returns {string | undefined} what it writes if that is the same each time: it is text as
 *   well, to engines that make JavaScript of text
 */
function stringIn (code) {
  try {
    const [{ expression }, ...more] = parse(code, { ecmaVersion: 'latest' }).body
    return more.length === 0 && typeof expression.value === 'string' ? expression.value : undefined
  } catch {
    return undefined
  }
}

module.exports = { explained, isInOrder, sorted, stringIn }
