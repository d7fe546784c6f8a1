'use strict'

/**
 * @returns {string} what kind of value it is, for errors that say what was found without
 *   quoting it
 */
function describeType (value) {
  if (value === null || value === undefined) return String(value)
  if (value === '') return 'an empty string'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return typeof value.then === 'function' ? 'a promise' : 'an object'
  return `a ${typeof value}`
}

module.exports = { describeType }
