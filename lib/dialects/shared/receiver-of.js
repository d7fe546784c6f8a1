'use strict'

/**
 * Finds the object on which a function calls a method.
 *
 * @param {object} prototype of the object
 * @param {() => void} call calls the function, which fails when it reads the method
 * @returns {object | undefined} `undefined` if the prototype does not have the method, or the object overrides it
 */
function receiverOf (prototype, method, call) {
  const own = Object.getOwnPropertyDescriptor(prototype, method)
  if (own === undefined) return undefined
  let receiver
  Object.defineProperty(prototype, method, {
    __proto__: null,
    configurable: true,
    get () {
      receiver = this
      throw new Error('Stopped after the receiver was found')
    }
  })
  try {
    call()
  } catch {
    // The getter threw, as intended.
  } finally {
    Object.defineProperty(prototype, method, own)
  }
  return receiver
}

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

module.exports = { isBoundTo, receiverOf }
