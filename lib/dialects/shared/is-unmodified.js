'use strict'

const { createHash } = require('node:crypto')

/**
 * Distinguishes an engine's own functions from replacements by an app and from those of other versions.
 */

/**
 * @param {unknown} fn
 * @returns {string} the function's code without comments and white space, in which builds of one version differ
 */
function codeOf (fn) {
  const source = typeof fn === 'function' ? Function.prototype.toString.call(fn) : String(fn)
  return source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').replace(/\s+/g, '')
}

/**
 * @param {unknown[]} functions those that an engine has not count as well
 * @returns {string} a digest of their code
 */
function digestOf (functions) {
  return createHash('sha256').update(functions.map(codeOf).join()).digest('base64url')
}

/**
 * @param {Function} a
 * @param {Function} b
 * @returns {boolean} whether both have the same code; their closures may differ
 */
function isSameCode (a, b) {
  return codeOf(a) === codeOf(b)
}

/**
 * Compares two escape functions on every UTF-16 code unit, on surrogate pairs and on text that holds entities:
 * a function that does not escape those again differs on no single character.
 *
 * @param {(text: string) => string} a
 * @param {(text: string) => string} b
 * @returns {boolean} whether both give the same text
 */
function escapesEqually (a, b) {
  const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).join('')
  const text = `${units}\u{10000}\u{1f600}\u{10ffff}&lt;&amp;amp;&#39;${units}`
  return a(text) === b(text)
}

/**
 * Creates a check for an engine's own escape function. Functions with other code are not called.
 *
 * @param {(text: string) => string} escape does what the engine's function does
 * @param {(code: string) => boolean} isOwnCode takes what `codeOf` returns
 * @returns {(fn: unknown) => boolean} whether the function is the engine's own
 */
function createEscapeCheck (escape, isOwnCode) {
  /** @type {WeakMap<Function, boolean>} */
  const resultCache = new WeakMap()
  return (fn) => {
    if (typeof fn !== 'function') return false
    let isOwn = resultCache.get(fn)
    if (isOwn === undefined) {
      isOwn = isOwnCode(codeOf(fn)) && escapesEqually(fn, escape)
      resultCache.set(fn, isOwn)
    }
    return isOwn
  }
}

module.exports = { codeOf, createEscapeCheck, digestOf, escapesEqually, isSameCode }
