'use strict'

/**
 * Calls a function while properties of an object that is not ours have other values: the only code that writes there.
 * Afterwards each property is what it was, unless the call has changed it: what was inherited is deleted.
 *
 * @param {object} owner
 * @param {Record<string, unknown>} values
 * @throws {TypeError} if a property cannot be written. @throws what the call throws
 */
function temporarily (owner, values, call) {
  const before = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(owner, name)])
  try {
    for (const [name, value] of Object.entries(values)) define(owner, name, { value, writable: true })
    return call()
  } finally {
    for (const [name, descriptor] of before) {
      if (Object.getOwnPropertyDescriptor(owner, name)?.value !== values[name]) continue
      if (descriptor === undefined) delete owner[name]
      else Object.defineProperty(owner, name, descriptor)
    }
  }
}

function define (owner, name, descriptor) {
  const enumerable = Object.getOwnPropertyDescriptor(owner, name)?.enumerable ?? true
  Object.defineProperty(owner, name, { __proto__: null, configurable: true, enumerable, ...descriptor })
}

module.exports = { temporarily }
