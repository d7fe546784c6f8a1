'use strict'

/** Describes the type of a value, for error messages that must not quote it. */
function describeType (value) {
  if (value === null || value === undefined) return String(value)
  if (value === '') return 'an empty string'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return typeof value.then === 'function' ? 'a promise' : 'an object'
  return `a ${typeof value}`
}

module.exports = { describeType }
