'use strict'

const { createEscaper } = require('../../page/escape')
const { Rendered } = require('../../page/rendered')
const { isAsyncValue } = require('../../page/splicer')
const { ready, writeAsync, writePage } = require('../shared/output')

/** The entities of Eta's own escape function. */
const escape = createEscaper({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })

/** Eta's escape function, without what builds of it differ in. */
const STOCK = 'functionXMLEscapestrconstnewStr=Stringstrif/[&<>"\']/.testnewStrreturnnewStr.replace/[&<>"\']/g,replaceCharelsereturnnewStr'

/** Maps an escape function to whether it is the one that Eta itself has. @type {WeakMap<Function, boolean>} */
const stockEscapes = new WeakMap()

/** The latest that was one: nearly every value asks for the same. */
let latest

/** Whether an escape function is the one that Eta itself has. */
function isStock (fn) {
  if (fn === latest && fn !== undefined) return true
  if (typeof fn !== 'function') return false
  let stock = stockEscapes.get(fn)
  if (stock === undefined) {
    stock = Function.prototype.toString.call(fn).replace(/\/\/.*|[\s{}();]/g, '') === STOCK && fn('&<>"\'') === escape('&<>"\'')
    stockEscapes.set(fn, stock)
  }
  if (stock) latest = fn
  return stock
}

/** `__eta.e(value)`; an error names it so. */
function escaped (__eta, value) {
  return isStock(__eta.e) ? escape(typeof value === 'string' ? value : String(value)) : __eta.e(value)
}

/** Whether a value is waited for, since the page is streamed. */
function isLate (out, value) {
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
