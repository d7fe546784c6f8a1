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

module.exports = { receiverOf }
