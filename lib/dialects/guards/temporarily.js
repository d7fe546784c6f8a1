'use strict'

/**
 * Calls a function while an object that is not ours has other properties: the only code that writes there. Afterwards
 * each is what it was before, unless the call has written it. The call is not waited for.
 *
 * @param {object} owner
 * @param {Record<string, PropertyDescriptor>} properties values or getters
 * @returns what the call returns. @throws what it throws; {TypeError} for a property that cannot be changed
 */
function temporarily (owner, properties, call) {
  const all = Object.entries(properties).map(([name, property]) =>
    ({ name, property, before: Object.getOwnPropertyDescriptor(owner, name) }))
  try {
    for (const { name, property, before } of all) {
      const { enumerable = false } = before ?? {}
      Object.defineProperty(owner, name, { __proto__: null, configurable: true, enumerable, ...property })
    }
    return call()
  } finally {
    for (const { name, property, before } of all) {
      const now = Object.getOwnPropertyDescriptor(owner, name)
      if (now?.get !== property.get || now?.value !== property.value) continue
      if (before === undefined) delete owner[name]
      else Object.defineProperty(owner, name, before)
    }
  }
}

module.exports = { temporarily }
