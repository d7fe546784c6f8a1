'use strict'

const { Rendered } = require('../../page/rendered')
const { Substitute, isAsyncValue } = require('../../page/splicer')

/** Writes a page or text. */
function append (out, value) {
  if (value instanceof Rendered) out.splice(value)
  else out.text += value
}

/**
 * Writes the result of a function that renders.
 *
 * @param {unknown} result text, a page, or a promise of either; `undefined` or `null` if a template returns early
 * @throws {TypeError} if a template returns any other value: Express would send it as JSON
 */
function writeResult (out, result) {
  if (typeof result?.then === 'function') return result.then((value) => writeResult(out, value))
  const written = result ?? ''
  if (typeof written !== 'string' && !(written instanceof Rendered)) {
    throw new TypeError(`${out.filename}: a template must return text, got a value of type ${typeof written}`)
  }
  append(out, written)
}

/** @returns {boolean} whether a streamed page waits for a value */
function mustWait (out, value) {
  return out.isStreaming && isAsyncValue(value)
}

/** Writes an unescaped value if it is a page, or if a streamed page waits for it. @returns {boolean} whether it did */
function writePage (out, value) {
  if (value instanceof Rendered) out.splice(value)
  else if (out.isStreaming && value instanceof Substitute) out.splice(value.page)
  else if (mustWait(out, value)) out.waitForPage(value)
  else return false
  return true
}

/**
 * Writes an escaped value if a streamed page waits for it.
 *
 * @param {(out: object, value: unknown) => void} write escapes and writes the value once it is available
 * @returns {boolean} whether it was written
 */
function writeAsync (out, value, write) {
  if (out.isStreaming && value instanceof Substitute) out.splice(value.page)
  else if (mustWait(out, value)) out.wait(value, write)
  else return false
  return true
}

module.exports = { append, mustWait, writeAsync, writePage, writeResult }
