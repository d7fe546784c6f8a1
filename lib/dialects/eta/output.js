'use strict'

const { Rendered } = require('../../page/rendered')
const { escapeAsEta, isEtaEscape } = require('./engine')
const { mustWait, writeAsync, writePage } = require('../shared/output')

/** Returns `__eta.e(value)`. An error of the escape function mentions that call. */
function escaped (__eta, value) {
  return isEtaEscape(__eta.e) ? escapeAsEta(typeof value === 'string' ? value : String(value)) : __eta.e(value)
}

/** What the inserted code calls X. A class: V8 inlines the methods of an object for each template less often. */
class Output {
  constructor (fragments, includes) {
    this.fragments = fragments
    this.includes = includes
  }

  /** `<%~ value %>` */
  raw (out, memory, value) {
    const rendered = typeof value === 'string' ? memory.find(value) : value
    if (!writePage(out, rendered)) out.text += value
  }

  /** `<%= value %>` */
  escape (out, __eta, value) {
    const isWritten = typeof value === 'object' &&
      writeAsync(out, value, (inner, given) => this.escape(inner, __eta, given))
    if (!isWritten) out.text += escaped(__eta, value)
  }

  /** The same for a value whose evaluation may have written output: it restores the first `length` chunks and `text` */
  rawAt (out, memory, chunks, length, text, value) {
    // The conversion to a string may write output, too.
    const given = typeof value === 'string' || value instanceof Rendered || mustWait(out, value) ? value : '' + value
    restore(out, chunks, length, text)
    this.raw(out, memory, given)
  }

  escapeAt (out, __eta, chunks, length, text, value) {
    const given = mustWait(out, value) ? undefined : '' + escaped(__eta, value)
    restore(out, chunks, length, text)
    if (given === undefined) this.escape(out, __eta, value)
    else out.text += given
  }

  /** @returns {string} the output so far as text */
  read ({ chunks, text }, memory) {
    return chunks.length === 0 ? text : memory.textOf(text === '' ? chunks.slice() : [...chunks, text])
  }

  /** Replaces the output with a value. */
  assign (out, memory, value) {
    restore(out, [], 0, '')
    if (value !== undefined) this.raw(out, memory, value)
  }

  /** @returns {string} the output of a function as text */
  capture (out, memory, fn) {
    const { chunks, chunks: { length }, text } = out
    restore(out, [], 0, '')
    try {
      fn()
      return this.read(out, memory)
    } finally {
      restore(out, chunks, length, text)
    }
  }
}

/** Restores an earlier output: chunks are only appended, so `length` are unchanged. A finished page keeps its own. */
function restore (out, chunks, length, text) {
  out.chunks = chunks.length === length && out.page === undefined ? chunks : chunks.slice(0, length)
  out.text = text
}

module.exports = { Output }
