'use strict'

const { Rendered } = require('../../page/rendered')

/**
 * What rewritten code calls. Each function of a template has a variable `output` with the
 * text since the last fragment, and a list of the chunks before that.
 *
 * @typedef {import('../../page/rendered').Chunk[]} Chunks
 */

/**
 * @param {Chunks} chunks
 * @param {string} text since the last fragment
 * @param {Exclude<import('../../page/rendered').Chunk, string>} fragment
 * @returns {string} the text since this fragment: none
 */
function put (chunks, text, fragment) {
  if (text !== '') chunks.push(text)
  chunks.push(fragment)
  return ''
}

/**
 * @param {Chunks} chunks
 * @param {string} text since the last fragment
 * @param {unknown} value what a block, a template or `super()` gave
 * @returns {string} the text since the last fragment, that of the value included
 */
function add (chunks, text, value) {
  if (!(value instanceof Rendered)) return text + value
  for (const chunk of value.chunks) text = typeof chunk === 'string' ? text + chunk : put(chunks, text, chunk)
  return text
}

/**
 * `{{ value | safe }}`
 *
 * @param {Chunks} chunks
 * @param {string} text since the last fragment
 * @param {unknown} value
 * @param {(value: unknown) => string} print as Nunjucks does
 * @returns {string} the text since the last fragment
 */
function safe (chunks, text, value, print) {
  return value instanceof Rendered ? add(chunks, text, value) : text + print(value)
}

/**
 * @param {Chunks} chunks
 * @param {string} text since the last fragment
 * @param {boolean} takesPage whether the caller is code of ours, not of Nunjucks or an extension
 * @returns {Rendered | string}
 */
function end (chunks, text, takesPage) {
  if (chunks.length === 0) return text
  // A copy: a filter that calls back twice lets the function write on after its end.
  const page = new Rendered(text === '' ? chunks.slice() : [...chunks, text])
  return takesPage ? page : page.toString()
}

/**
 * Gives what a callback throws to `fail` if the call that got the callback is over. Nunjucks
 * catches only what is thrown before; later it would end the process.
 *
 * @param {{ isOver?: boolean }} call
 * @param {(error: unknown) => void} fail
 * @param {(error: unknown, value?: unknown) => void} callback
 * @returns {(error: unknown, value?: unknown) => void}
 */
function guarded (call, fail, callback) {
  return (error, value) => {
    try {
      callback(error, value)
    } catch (thrown) {
      if (!call.isOver) throw thrown
      fail(thrown)
    }
  }
}

/** Runs the tasks of `{% include %}`: the first and the second give a template and its page to the next. */
function include (load, render, print, done) {
  load((none, template) => render(template, (none, page) => print(page, done)))
}

module.exports = { add, end, guarded, include, put, safe }
