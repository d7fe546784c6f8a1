'use strict'

const { createEscaper } = require('../../page/escape')
const { Rendered } = require('../../page/rendered')
const { isAsyncValue } = require('../../page/splicer')
const { createEscapeCheck } = require('../shared/is-unmodified')
const { ready, writeAsync, writePage } = require('../shared/output')

/** The entities of Eta's own escape function. */
const escape = createEscaper({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })

/** The code of Eta's escape function, without what builds of it differ in. */
const OWN_CODE = 'functionXMLEscapestrconstnewStr=Stringstrif/[&<>"\']/.testnewStrreturnnewStr.replace/[&<>"\']/g,replaceCharelsereturnnewStr'

const isOwnEscape = createEscapeCheck(escape, (code) => code.replace(/[{}();]/g, '') === OWN_CODE)

/** The last of Eta's own escape functions that was seen: nearly every value has the same. */
let latest

/** Whether an escape function is Eta's own. */
function isUnmodified (fn) {
  if (fn === latest && fn !== undefined) return true
  const isOwn = isOwnEscape(fn)
  if (isOwn) latest = fn
  return isOwn
}

/** Returns `__eta.e(value)`. An error of the escape function mentions that call. */
function escaped (__eta, value) {
  return isUnmodified(__eta.e) ? escape(typeof value === 'string' ? value : String(value)) : __eta.e(value)
}

/** @returns {boolean} whether a streamed page waits for a value */
function mustWait (out, value) {
  return out.isStreaming && isAsyncValue(value)
}

/** `<%~ value %>` */
function writeRaw (out, page, value) {
  const rendered = typeof value === 'string' ? page.find(value) : value
  if (!writePage(out, rendered)) out.text += value
}

/** `<%= value %>` */
function writeEscaped (out, __eta, value) {
  const isWritten = typeof value === 'object' && writeAsync(out, value, (inner, given) => writeEscaped(inner, __eta, given))
  if (!isWritten) out.text += escaped(__eta, value)
}

/**
 * Writes `<%~ value %>` if evaluating the value may have written output: first restores the earlier output, which
 * is the first `length` chunks and `text`.
 */
function writeRawAt (out, page, chunks, length, text, value) {
  // The conversion to a string may write output, too.
  const raw = typeof value === 'string' || value instanceof Rendered || mustWait(out, value) ? value : '' + value
  restore(out, chunks, length, text)
  writeRaw(out, page, raw)
}

/** Writes `<%= value %>` if evaluating the value may have written output. */
function writeEscapedAt (out, __eta, chunks, length, text, value) {
  const waits = mustWait(out, value)
  const added = waits ? '' : '' + escaped(__eta, value)
  restore(out, chunks, length, text)
  if (waits) writeEscaped(out, __eta, value)
  else out.text += added
}

/** Restores an earlier output. Chunks are only ever appended, so the first `length` chunks are unchanged. */
function restore (out, chunks, length, text) {
  out.chunks = chunks.length === length ? chunks : chunks.slice(0, length)
  out.text = text
}

/** Returns the output so far as text. */
function readAll (out, page) {
  if (out.chunks.length === 0) return out.text
  return page.textOf(out.text === '' ? out.chunks.slice() : [...out.chunks, out.text])
}

/** Replaces the output with a value. */
function assign (out, page, value) {
  restore(out, [], 0, '')
  if (value !== undefined) writeRaw(out, page, value)
}

/** `capture(fn)`: returns the output of the function as text. */
function capture (out, page, fn) {
  const { chunks, chunks: { length }, text } = out
  restore(out, [], 0, '')
  try {
    fn()
    return readAll(out, page)
  } finally {
    restore(out, chunks, length, text)
  }
}

/** The functions that rewritten code calls. */
const NAMES = {
  __brReady: ready,
  __brRaw: writeRaw,
  __brEscaped: writeEscaped,
  __brRawAt: writeRawAt,
  __brEscapedAt: writeEscapedAt,
  __brRead: readAll,
  __brAssign: assign,
  __brCapture: capture
}

module.exports = { NAMES }
