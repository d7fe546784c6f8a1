'use strict'

/**
 * Finds out which function a bound one calls. `instanceof` reads the property `prototype` of the function behind a bound
 * one, so neither is called.
 *
 * @returns {boolean} whether `bound` is a result of `target.bind(…)`
 */
function isBoundTo (bound, target) {
  if (Object.hasOwn(bound, 'prototype')) return false
  // Methods of classes have no prototype.
  const isMethod = !Object.hasOwn(target, 'prototype')
  if (isMethod) Object.defineProperty(target, 'prototype', { __proto__: null, configurable: true, value: {} })
  try {
    return Function.prototype[Symbol.hasInstance].call(bound, Object.create(target.prototype))
  } catch {
    // The function behind it has no prototype.
    return false
  } finally {
    if (isMethod) delete target.prototype
  }
}

module.exports = { isBoundTo }
