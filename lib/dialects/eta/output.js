'use strict'

const { createEscaper } = require('../../template/escape')
const { Rendered } = require('../../template/rendered')
const { Instead, isLater, writePage } = require('../../template/splicer')

/** The entities of Eta's own escape function. */
const escape = createEscaper({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })

/** Eta's escape function, without what builds of it differ in. */
const STOCK = 'functionXMLEscapestrconstnewStr=Stringstrif/[&<>"\']/.testnewStrreturnnewStr.replace/[&<>"\']/g,replaceCharelsereturnnewStr'

/** @type {WeakMap<Function, boolean>} */
const known = new WeakMap()

/** The latest that was one: nearly every value asks for the same. */
let latest

/**
 * @param {unknown} fn an escape function
 * @returns {boolean} whether it is the one that Eta itself has
 */
function isStock (fn) {
  if (fn === latest && fn !== undefined) return true
  if (typeof fn !== 'function') return false
  let stock = known.get(fn)
  if (stock === undefined) {
    stock = Function.prototype.toString.call(fn).replace(/\/\/.*|[\s{}();]/g, '') === STOCK && fn('&<>"\'') === escape('&<>"\'')
    known.set(fn, stock)
  }
  if (stock) latest = fn
  return stock
}

/**
 * A value that is not there yet, which the filter function of the app is to get when it is.
 */
class Unfiltered {
  /**
   * @param {object} value
   * @param {{ f: Function }} __eta Eta's object
   */
  constructor (value, __eta) {
    this.value = value
    this.__eta = __eta
  }
}

/**
 * @param {import('../../template/splicer').Splicer} out
 * @param {unknown} value
 * @returns {boolean} whether it is waited for, since the page is streamed
 */
function isLate (out, value) {
  return out.isStreaming && typeof value === 'object' && (value instanceof Unfiltered || isLater(value))
}

/**
 * `__eta.f(value)`, where that is printed
 *
 * @param {{ f: Function }} __eta Eta's object; an error names it so
 * @param {import('../../template/splicer').Splicer} out
 * @param {unknown} value
 * @returns {unknown}
 */
function filter (__eta, out, value) {
  if (value instanceof Instead) return value
  return isLate(out, value) ? new Unfiltered(value, __eta) : __eta.f(value)
}

/**
 * `<%~ value %>`
 *
 * @param {import('../../template/splicer').Splicer} out
 * @param {import('./page').Page} page
 * @param {unknown} value
 */
function writeRaw (out, page, value) {
  const rendered = typeof value === 'string' ? page.find(value) : value
  if (rendered instanceof Rendered) out.splice(rendered)
  else if (rendered instanceof Instead) out.splice(rendered.page)
  else if (isLate(out, rendered)) writeLaterRaw(out, rendered)
  else out.text += value
}

/**
 * @param {import('../../template/splicer').Splicer} out
 * @param {object} value that is not there yet
 */
function writeLaterRaw (out, value) {
  if (value instanceof Unfiltered) out.wait(value.value, (inner, given) => writePage(inner, value.__eta.f(given)))
  else out.waitForPage(value)
}

/**
 * @param {import('../../template/splicer').Splicer} out
 * @param {{ e: Function }} __eta
 * @param {object} value that is not there yet
 */
function writeLaterEscaped (out, __eta, value) {
  if (value instanceof Unfiltered) out.wait(value.value, (inner, given) => writeEscaped(inner, __eta, value.__eta.f(given)))
  else out.wait(value, (inner, given) => writeEscaped(inner, __eta, given))
}

/**
 * `<%= value %>`
 *
 * @param {import('../../template/splicer').Splicer} out
 * @param {{ e: Function }} __eta Eta's object; an error names it so
 * @param {unknown} value
 */
function writeEscaped (out, __eta, value) {
  if (value instanceof Instead) out.splice(value.page)
  else if (isLate(out, value)) writeLaterEscaped(out, __eta, value)
  else if (isStock(__eta.e)) out.text += escape(typeof value === 'string' ? value : String(value))
  else out.text += __eta.e(value)
}

/**
 * @param {import('../../template/splicer').Splicer} out
 * @param {import('./page').Page} page
 * @param {import('../../template/rendered').Chunk[]} chunks where the output was
 *   before the value was made
 * @param {number} length
 * @param {string} text
 * @param {unknown} value
 */
function writeRawAt (out, page, chunks, length, text, value) {
  // To make a string of a value may write as well.
  const raw = typeof value === 'string' || value instanceof Rendered || isLate(out, value) ? value : '' + value
  restore(out, chunks, length, text)
  writeRaw(out, page, raw)
}

/**
 * @param {import('../../template/splicer').Splicer} out
 * @param {{ e: Function }} __eta
 * @param {import('../../template/rendered').Chunk[]} chunks
 * @param {number} length
 * @param {string} text
 * @param {unknown} value
 */
function writeEscapedAt (out, __eta, chunks, length, text, value) {
  if (isLate(out, value)) {
    restore(out, chunks, length, text)
    return writeEscaped(out, __eta, value)
  }
  const escaped = isStock(__eta.e) ? escape(typeof value === 'string' ? value : String(value)) : '' + __eta.e(value)
  restore(out, chunks, length, text)
  out.text += escaped
}

/**
 * Goes back to an earlier output. A list of chunks only ever grows, so its
 * beginning is what it was.
 *
 * @param {import('../../template/splicer').Splicer} out
 * @param {import('../../template/rendered').Chunk[]} chunks
 * @param {number} length
 * @param {string} text
 */
function restore (out, chunks, length, text) {
  out.chunks = chunks.length === length ? chunks : chunks.slice(0, length)
  out.text = text
}

/**
 * @param {import('../../template/splicer').Splicer} out
 * @param {import('./page').Page} page
 * @returns {string} the output so far
 */
function readAll (out, page) {
  if (out.chunks.length === 0) return out.text
  return page.textOf(out.text === '' ? out.chunks.slice() : [...out.chunks, out.text])
}

/**
 * @param {import('../../template/splicer').Splicer} out
 * @param {import('./page').Page} page
 * @param {unknown} value all that is to be the output
 */
function assign (out, page, value) {
  restore(out, [], 0, '')
  if (value !== undefined) writeRaw(out, page, value)
}

/**
 * Sets the output aside.
 *
 * @param {import('../../template/splicer').Splicer} out
 * @returns {{ chunks: import('../../template/rendered').Chunk[], length: number, text: string }}
 */
function begin (out) {
  const { chunks, text } = out
  restore(out, [], 0, '')
  return { chunks, length: chunks.length, text }
}

/**
 * @param {import('../../template/splicer').Splicer} out
 * @param {{ chunks: import('../../template/rendered').Chunk[], length: number, text: string }} place
 */
function comeBack (out, { chunks, length, text }) {
  restore(out, chunks, length, text)
}

/**
 * `await value`
 *
 * @param {import('../../template/splicer').Splicer} out
 * @param {unknown} value
 * @returns {unknown} the value
 */
function ready (out, value) {
  out.ready()
  return value
}

/** What code of templates calls, by its names there. */
const NAMES = {
  __brReady: ready,
  __brFilter: filter,
  __brRaw: writeRaw,
  __brEscaped: writeEscaped,
  __brRawAt: writeRawAt,
  __brEscapedAt: writeEscapedAt,
  __brRead: readAll,
  __brAssign: assign,
  __brBegin: begin,
  __brReturn: comeBack
}

module.exports = { NAMES }
