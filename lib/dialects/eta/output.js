'use strict'

const { createEscaper } = require('../../page/escape')
const { Rendered } = require('../../page/rendered')
const { Fallback, isAsyncValue } = require('../../page/splicer')
const { createEscapeCheck } = require('../shared/is-unmodified')

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

/** `__eta.e(value)`; an error names it so. */
function escaped (__eta, value) {
  return isUnmodified(__eta.e) ? escape(typeof value === 'string' ? value : String(value)) : __eta.e(value)
}

/** Whether a value is waited for, since the page is streamed. */
function isLate (out, value) {
  return out.isStreaming && isAsyncValue(value)
}

/** `<%~ value %>` */
function writeRaw (out, page, value) {
  const rendered = typeof value === 'string' ? page.find(value) : value
  if (rendered instanceof Rendered) out.splice(rendered)
  else if (rendered instanceof Fallback) out.splice(rendered.page)
  else if (isLate(out, rendered)) out.waitForPage(rendered)
  else out.text += value
}

/** `<%= value %>` */
function writeEscaped (out, __eta, value) {
  if (value instanceof Fallback) out.splice(value.page)
  else if (isLate(out, value)) out.wait(value, (inner, given) => writeEscaped(inner, __eta, given))
  else out.text += escaped(__eta, value)
}

/**
 * `<%~ value %>` where making the value may have written: goes on from where the output was before, which is
 * the first `length` chunks and the text behind them.
 */
function writeRawAt (out, page, chunks, length, text, value) {
  // To make a string of a value may write as well.
  const raw = typeof value === 'string' || value instanceof Rendered || isLate(out, value) ? value : '' + value
  restore(out, chunks, length, text)
  writeRaw(out, page, raw)
}

/** `<%= value %>` where making the value may have written. */
function writeEscapedAt (out, __eta, chunks, length, text, value) {
  const late = isLate(out, value)
  const added = late ? '' : '' + escaped(__eta, value)
  restore(out, chunks, length, text)
  if (late) writeEscaped(out, __eta, value)
  else out.text += added
}

/** Goes back to an earlier output. A list of chunks only ever grows, so its beginning is what it was. */
function restore (out, chunks, length, text) {
  out.chunks = chunks.length === length ? chunks : chunks.slice(0, length)
  out.text = text
}

/** The output so far. */
function readAll (out, page) {
  if (out.chunks.length === 0) return out.text
  return page.textOf(out.text === '' ? out.chunks.slice() : [...out.chunks, out.text])
}

/** Has a value be all of the output. */
function assign (out, page, value) {
  restore(out, [], 0, '')
  if (value !== undefined) writeRaw(out, page, value)
}

/** `capture(fn)`: what the function writes. */
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

/** `await value` */
function ready (out, value) {
  out.ready()
  return value
}

/** What code of templates calls, by its names there. */
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
