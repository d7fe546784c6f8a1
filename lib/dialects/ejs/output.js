'use strict'

const { writeAsync, writePage } = require('../shared/output')
const { escape } = require('./is-unmodified')

/** What rewritten code uses during one render, by the one name that is inserted. */
class Output {
  /** @param {Function} [include] renders `<%- include(path, data) %>` */
  constructor (out, template, locals, include) {
    this.out = out
    this.template = template
    this.locals = locals
    this.include = include
  }

  /** Writes a static fragment. */
  put (index) {
    this.out.fragment(this.template.fragments[index])
  }

  /** `<%- value %>` */
  raw (value) {
    writeRaw(this.out, value)
  }

  /** `<%= value %>` */
  escape (value) {
    writeEscaped(this.out, value)
  }

  /** `<%= value %>` with an escape function of the app */
  escapeBy (value) {
    writeEscapedBy(this.out, this.template.options.escapeFunction, value)
  }

  /**
   * Wraps the values of `for await`: a streamed page can send its output before each wait.
   *
   * @param {string} subject of the engine's error for values that are not iterable
   */
  each (values, subject) {
    if (typeof values?.[Symbol.asyncIterator] !== 'function') {
      if (values == null || typeof values[Symbol.iterator] === 'function') return values
      throw new TypeError(`${subject} is not async iterable`)
    }
    return {
      [Symbol.asyncIterator]: () => {
        const iterator = values[Symbol.asyncIterator]()
        return {
          next: () => this.out.ready(iterator.next()),
          return: (value) => iterator.return?.(value) ?? { done: true, value }
        }
      }
    }
  }
}

function writeRaw (out, value) {
  if (value === undefined || value === null) return
  if (typeof value !== 'object' || !writePage(out, value)) out.text += value
}

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

function writeEscapedBy (out, escape, value) {
  const isWritten = typeof value === 'object' && writeAsync(out, value, (inner, given) => writeEscapedBy(inner, escape, given))
  if (!isWritten) writeRaw(out, escape(value))
}

module.exports = { Output }
