'use strict'

/**
 * @template T, U
 * @param {Record<string, T>} object
 * @param {(value: T) => U} map
 * @returns {Record<string, U>} with the same keys
 */
function mapValues (object, map) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}

module.exports = { mapValues }
