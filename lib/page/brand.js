'use strict'

const { isProxy } = require('node:util/types')

/** The form of pages in memory. It changes with whatever another copy of the package relies on. */
const FORMAT = 1

/**
 * Makes `instanceof` true for the objects of each copy of the package that has the same format. An app may have two
 * copies installed, and modules that Jest loads after `jest.resetModules()` have classes of their own.
 *
 * @param {(object: object) => boolean} [isOfThisCopy] tells the objects of this copy, for a class whose objects are
 *   looked for among the values of an app: `instanceof` then reads no property, for which a Proxy may throw
 * @param {string} [name] the name of the class in other versions
 */
function brand (Class, isOfThisCopy, name = Class.name) {
  const symbol = Symbol.for(`buffered-render.${name}.${FORMAT}`)
  Object.defineProperty(Class.prototype, symbol, { __proto__: null, value: true })
  const isInstance = isOfThisCopy === undefined
    ? (value) => typeof value === 'object' && value !== null && value[symbol] === true
    : (value) => typeof value === 'object' && value !== null && (isOfThisCopy(value) || isOfClassWith(symbol, value))
  Object.defineProperty(Class, Symbol.hasInstance, { __proto__: null, value: isInstance })
}

/** @returns {boolean} whether the class of an object defines the property. Runs no trap or getter of the app */
function isOfClassWith (symbol, object) {
  if (isProxy(object)) return false
  const prototype = Object.getPrototypeOf(object)
  return prototype !== null && !isProxy(prototype) && Object.hasOwn(prototype, symbol)
}

module.exports = { brand, isOfClassWith }
