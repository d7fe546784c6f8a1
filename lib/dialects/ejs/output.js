'use strict'

const { writeAsync, writePage } = require('../shared/output')
const { escape } = require('./is-unmodified')

/** `<%- value %>` */
function writeRaw (out, value) {
  if (value === undefined || value === null) return
  if (typeof value !== 'object' || !writePage(out, value)) out.text += value
}

/** `<%= value %>` */
function writeEscaped (out, value) {
  if (value === undefined || value === null) return
  if (typeof value === 'string') out.text += escape(value)
  else if (typeof value === 'number') out.text += value
  else if (!writeAsync(out, value, writeEscaped)) {
    // The conversion may write to the page itself.
    const text = String(value)
    out.text += escape(text)
  }
}

/** `<%= value %>` with an escape function of the app */
function escapingBy (escape) {
  return function write (out, value) {
    if (typeof value !== 'object' || !writeAsync(out, value, write)) writeRaw(out, escape(value))
  }
}

/**
 * Wraps the values of `for await`: a streamed page can send its output before each wait.
 *
 * @param {string} subject of the engine's error for values that are not iterable
 */
function each (out, values, subject) {
  if (typeof values?.[Symbol.asyncIterator] !== 'function') {
    if (values == null || typeof values[Symbol.iterator] === 'function') return values
    throw new TypeError(`${subject} is not async iterable`)
  }
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = values[Symbol.asyncIterator]()
      return {
        next: () => out.ready(iterator.next()),
        return: (value) => iterator.return?.(value) ?? { done: true, value }
      }
    }
  }
}

module.exports = { each, escapingBy, writeEscaped, writeRaw }
