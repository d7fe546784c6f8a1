'use strict'

const { createEscaper } = require('../../page/escape')
const { Rendered } = require('../../page/rendered')
const { createEscapeCheck } = require('../shared/is-unmodified')
const { mustWait, writeAsync, writePage } = require('../shared/output')

/** The entities of Eta's own escape function. */
const escape = createEscaper({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })

/** The code of Eta's escape function, without what builds of it differ in. */
const OWN_CODE = 'functionXMLEscapestrconstnewStr=Stringstrif/[&<>"\']/.testnewStrreturnnewStr.replace/[&<>"\']/g,replaceCharelsereturnnewStr'

const isOwnEscape = createEscapeCheck(escape, (code) => code.replace(/[{}();]/g, '') === OWN_CODE)

/** Returns `__eta.e(value)`. An error of the escape function mentions that call. */
function escaped (__eta, value) {
  return isOwnEscape(__eta.e) ? escape(typeof value === 'string' ? value : String(value)) : __eta.e(value)
}

/**
 * What rewritten code uses during one render, by the one name that is inserted.
 *
 * Methods whose names end with `At` write a value whose evaluation may have written output: they first restore the earlier
 * output, which is the first `length` chunks and `text`.
 */
class Output {
  constructor (out, page, includes, fragments) {
    this.out = out
    this.page = page
    this.includes = includes
    this.fragments = fragments
  }

  /** Writes a static fragment. */
  put (index) {
    this.out.fragment(this.fragments[index])
  }

  /** `<%~ value %>` */
  raw (value) {
    const rendered = typeof value === 'string' ? this.page.find(value) : value
    if (!writePage(this.out, rendered)) this.out.text += value
  }

  /** `<%= value %>` */
  escape (__eta, value) {
    writeEscaped(this.out, __eta, value)
  }

  rawAt (chunks, length, text, value) {
    const { out } = this
    // The conversion to a string may write output, too.
    const raw = typeof value === 'string' || value instanceof Rendered || mustWait(out, value) ? value : '' + value
    restore(out, chunks, length, text)
    this.raw(raw)
  }

  escapeAt (__eta, chunks, length, text, value) {
    const { out } = this
    const waits = mustWait(out, value)
    const added = waits ? '' : '' + escaped(__eta, value)
    restore(out, chunks, length, text)
    if (waits) writeEscaped(out, __eta, value)
    else out.text += added
  }

  /** Returns the output so far as text. */
  read () {
    const { out: { chunks, text }, page } = this
    if (chunks.length === 0) return text
    return page.textOf(text === '' ? chunks.slice() : [...chunks, text])
  }

  /** Replaces the output with a value. */
  assign (value) {
    restore(this.out, [], 0, '')
    if (value !== undefined) this.raw(value)
  }

  /** `capture(fn)`: returns the output of the function as text. */
  capture (fn) {
    const { out } = this
    const { chunks, chunks: { length }, text } = out
    restore(out, [], 0, '')
    try {
      fn()
      return this.read()
    } finally {
      restore(out, chunks, length, text)
    }
  }
}

function writeEscaped (out, __eta, value) {
  const isWritten = typeof value === 'object' && writeAsync(out, value, (inner, given) => writeEscaped(inner, __eta, given))
  if (!isWritten) out.text += escaped(__eta, value)
}

/**
 * Restores an earlier output. Chunks are only ever appended, so the first `length` chunks are unchanged. Those of a finished
 * page belong to it.
 */
function restore (out, chunks, length, text) {
  out.chunks = chunks.length === length && out.page === undefined ? chunks : chunks.slice(0, length)
  out.text = text
}

module.exports = { Output }
