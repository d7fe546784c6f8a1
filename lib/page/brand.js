'use strict'

/** The form of pages in memory. It changes with whatever another copy of the package relies on. */
const FORMAT = 1

/**
 * Makes `instanceof` true for the objects of each copy of the package that has the same format. An app may have two copies
 * installed, and Jest gives the modules that are loaded after `jest.resetModules()` classes of their own.
 *
 * @returns {symbol} a property that its objects have, for checks in loops: `instanceof` takes 1 ns longer
 */
function brand (Class) {
  const symbol = Symbol.for(`buffered-render.${Class.name}.${FORMAT}`)
  Object.defineProperty(Class.prototype, symbol, { __proto__: null, value: true })
  Object.defineProperty(Class, Symbol.hasInstance, { __proto__: null, value: (value) => typeof value === 'object' && value !== null && value[symbol] === true })
  return symbol
}

module.exports = { brand }
