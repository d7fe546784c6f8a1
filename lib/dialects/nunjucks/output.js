'use strict'

const { Rendered } = require('../../page/rendered')
const { isOwnFunction } = require('../shared/checked-methods')

/**
 * The functions that rewritten code calls. Each function of a template has a variable `output` with the text since the
 * last fragment, and an array of the chunks before that text.
 *
 * @typedef {import('../../page/rendered').Chunk[]} Chunks
 */

/**
 * Writes a fragment.
 *
 * @param {string} text the text since the last fragment
 * @returns {string} an empty string: the text since this fragment
 */
function put (chunks, text, fragment) {
  if (text !== '') chunks.push(text)
  chunks.push(fragment)
  return ''
}

/**
 * Writes the result of a block or a template.
 *
 * @param {string} text the text since the last fragment
 * @returns {string} the text since the last fragment, including that of the value
 */
function add (chunks, text, value) {
  if (!(value instanceof Rendered)) return text + value
  for (const chunk of value.chunks) text = typeof chunk === 'string' ? text + chunk : put(chunks, text, chunk)
  return text
}

/** The digest of the filter `safe` of Nunjucks 3. */
const SAFE = 'j5mHLAdeY4yF'

/**
 * Writes `{{ value | safe }}`.
 *
 * @param {string} text the text since the last fragment
 * @param {(value: unknown) => string} print formats the value as Nunjucks does
 * @returns {string} the text since the last fragment
 */
function safe (filter, chunks, text, value, print) {
  return value instanceof Rendered && isOwnFunction(filter, SAFE) ? add(chunks, text, value) : text + print(value)
}

/**
 * Ends the output of a function.
 *
 * @param {string} text the text since the last fragment
 * @param {boolean} acceptsPage whether the caller accepts a page; Nunjucks itself and extensions expect a string
 * @returns {Rendered | string}
 */
function end (chunks, text, acceptsPage) {
  if (chunks.length === 0) return text
  // Copies the chunks: after a filter that calls back twice, the function continues to write.
  const page = new Rendered(text === '' ? chunks.slice() : [...chunks, text])
  return acceptsPage ? page : page.toString()
}

/** Runs the tasks of `{% include %}`: loads the template, renders it and prints the page. */
function include (load, render, print, done) {
  load((none, template) => render(template, (none, page) => print(page, done)))
}

module.exports = { add, end, include, put, safe }
