'use strict'

const { createHash } = require('node:crypto')

/** @returns {string} the function's code without comments and white space, which differ between builds of one version */
function codeOf (fn) {
  const source = typeof fn === 'function' ? Function.prototype.toString.call(fn) : String(fn)
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/\s+/g, '')
}

/**
 * @param {unknown[]} functions may include undefined, where an engine has no such method
 * @returns {string} a digest of their code
 */
function digestOf (functions) {
  return createHash('sha256').update(functions.map(codeOf).join()).digest('base64url')
}

/** @returns {boolean} whether both functions have the same code; their closures may differ */
function isSameCode (a, b) {
  return codeOf(a) === codeOf(b)
}

/**
 * Compares two escape functions on every UTF-16 code unit, on surrogate pairs and on text with entities. A function
 * that leaves entities unchanged differs only on those.
 *
 * @returns {boolean} whether both return the same text
 */
function escapesEqually (a, b) {
  // An array of 65,536 strings would take most of the time that the first view of a process takes.
  const units = Buffer.from(new Uint16Array(0x10000).map((_, unit) => unit).buffer).toString('utf16le')
  const text = `${units}\u{10000}\u{1f600}\u{10ffff}&lt;&amp;amp;&#39;${units}`
  return a(text) === b(text)
}

/**
 * Creates a check for an engine's own escape function. Functions with other code are not called.
 *
 * @param {(text: string) => string} escape equivalent of the engine's function
 * @param {(code: string) => boolean} isOwnCode takes a result of `codeOf`
 * @returns {(fn: unknown) => boolean} whether the function is the engine's own
 */
function createEscapeCheck (escape, isOwnCode) {
  /** @type {WeakMap<Function, boolean>} */
  const resultCache = new WeakMap()
  /** The last of the engine's own functions that was seen: nearly every value has the same. */
  let latest
  return (fn) => {
    if (typeof fn !== 'function') return false
    if (fn === latest) return true
    let isOwn = resultCache.get(fn)
    if (isOwn === undefined) {
      isOwn = isOwnCode(codeOf(fn)) && escapesEqually(fn, escape)
      resultCache.set(fn, isOwn)
    }
    if (isOwn) latest = fn
    return isOwn
  }
}

module.exports = { codeOf, createEscapeCheck, digestOf, escapesEqually, isSameCode }
