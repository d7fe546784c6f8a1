'use strict'

const { createHash } = require('node:crypto')
const { memoize } = require('../../util/memoize')

/** The number of code units that are compared where the code of a function is that of the engine's. */
const FEW = 0x300

/** @returns {string} the function's code without comments and white space, which differ between builds of one version */
function codeOf (fn) {
  const source = typeof fn === 'function' ? Function.prototype.toString.call(fn) : String(fn)
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/\s+/g, '')
}

/** @param {unknown[]} functions may include undefined, where an engine has no such method */
function digestOf (functions) {
  return createHash('sha256').update(functions.map(codeOf).join()).digest('base64url')
}

/**
 * Compares two escape functions on the first UTF-16 code units, on line separators, surrogates and their pairs, and on text with
 * entities. A function that leaves entities unchanged differs only on those.
 *
 * @param {number} [count] of the code units, the default is all
 * @returns {boolean} whether both return the same text
 */
function escapesEqually (a, b, count = 0x10000) {
  // An array of 65,536 strings would take most of the time that the first view of a process takes.
  const units = Buffer.from(new Uint16Array(count).map((_, unit) => unit).buffer).toString('utf16le')
  const text = `${units}\u2028\u2029\ud800 \udbff \udc00 \udfff\u{10000}\u{1f600}\u{10ffff}&lt;&amp;amp;&#39;${units}`
  return a(text) === b(text)
}

/**
 * Creates a check for an engine's own escape function, which `escape` equals. Functions with other code are not called.
 *
 * @param {(code: string) => boolean} isOwnCode takes a result of `codeOf`
 */
function createEscapeCheck (escape, isOwnCode) {
  const isOwn = memoize((fn) => isOwnCode(codeOf(fn)) && escapesEqually(fn, escape, FEW))
  /** The last of the engine's own functions that was seen: nearly every value has the same. */
  let latest
  return (fn) => {
    if (typeof fn !== 'function') return false
    if (fn === latest) return true
    if (!isOwn(fn)) return false
    latest = fn
    return true
  }
}

module.exports = { codeOf, createEscapeCheck, digestOf, escapesEqually }
