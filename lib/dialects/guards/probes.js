'use strict'

/** Checks of what a function does that its code does not show: variables around it, the object that it is bound to. */

const { memoize } = require('../../util/memoize')
const { temporarily } = require('./temporarily')

/** How many code units are compared if a function has the code of the engine's. */
const COMPARED_UNITS = 0x300

/**
 * Compares two escape functions on the first UTF-16 code units, on line separators, surrogates and their pairs, and on
 * text with entities. A function that leaves entities unchanged differs only on those.
 *
 * @param {number} [count] the number of code units; the default is all
 * @returns {boolean} whether both return the same text
 */
function escapesEqually (a, b, count = 0x10000) {
  // An array of 65,536 strings would take most of the time that the first view of a process takes.
  const units = Buffer.from(new Uint16Array(count).map((_, unit) => unit).buffer).toString('utf16le')
  const text = `${units}\u2028\u2029\ud800 \udbff \udc00 \udfff\u{10000}\u{1f600}\u{10ffff}&lt;&amp;amp;&#39;${units}`
  return a(text) === b(text)
}

/**
 * Creates a check for an engine's escape function, which `escape` equals. Functions with different code are not called.
 *
 * @param {(fn: Function) => boolean} hasEngineCode
 * @returns {(fn: unknown) => boolean}
 */
function createEscapeCheck (escape, hasEngineCode) {
  const isOfEngine = memoize((fn) => hasEngineCode(fn) && escapesEqually(fn, escape, COMPARED_UNITS))
  /** The last of the engine's functions that was seen: nearly every value has the same one. */
  let latest
  return (fn) => {
    if (typeof fn !== 'function') return false
    if (fn === latest) return true
    if (!isOfEngine(fn)) return false
    latest = fn
    return true
  }
}

/**
 * Finds the object on which a function calls a method.
 *
 * @param {object} prototype that of the object
 * @param {() => void} call calls the function, which fails when it reads the method
 * @returns {object | undefined} `undefined` if the prototype does not have the method, or the object overrides it
 */
function receiverOf (prototype, method, call) {
  if (!Object.hasOwn(prototype, method)) return undefined
  let receiver
  const get = function () {
    receiver = this
    throw new Error('Stopped after the receiver was found')
  }
  try {
    temporarily(prototype, { [method]: { get } }, call)
  } catch {
    // The getter threw, as intended, or the prototype is frozen.
  }
  return receiver
}

/**
 * Finds out which function a bound one calls. `instanceof` reads the property `prototype` of the function behind a
 * bound one, so neither is called.
 *
 * @returns {boolean} whether `bound` is a result of `target.bind(…)`
 */
function isBoundTo (bound, target) {
  if (Object.hasOwn(bound, 'prototype')) return false
  const isInstance = () => {
    try {
      return Function.prototype[Symbol.hasInstance].call(bound, Object.create(target.prototype))
    } catch {
      // The function behind it has no prototype.
      return false
    }
  }
  // Methods of classes have no prototype.
  const hasPrototype = Object.hasOwn(target, 'prototype')
  return hasPrototype ? isInstance() : temporarily(target, { prototype: { value: {} } }, isInstance)
}

module.exports = { createEscapeCheck, escapesEqually, isBoundTo, receiverOf }
