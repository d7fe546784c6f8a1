'use strict'

/** Gives an error its `code`, which stays the same when the message changes, see `docs/errors.md`. */
function withCode (code, error) {
  const value = { __proto__: null, value: code, configurable: true, enumerable: true, writable: true }
  return Object.defineProperty(error, 'code', value)
}

/** Describes the type of a value, for error messages that must not quote it. */
function describeType (value) {
  if (value === null || value === undefined) return String(value)
  if (value === '') return 'an empty string'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return typeof value.then === 'function' ? 'a promise' : 'an object'
  return `a ${typeof value}`
}

/**
 * @param {string} expectation such as "raw() expects a string"
 * @param {string} [found] instead of the type of the value
 */
function wrongArgument (expectation, value, found = describeType(value)) {
  return withCode('BUFFERED_RENDER_ARGUMENT', new TypeError(`${expectation}, got ${found}`))
}

function wrongOption (message) {
  return withCode('BUFFERED_RENDER_OPTION', new TypeError(message))
}

function wrongMiddleware (message) {
  return withCode('BUFFERED_RENDER_MIDDLEWARE', new TypeError(message))
}

/** For an error that is reported elsewhere, or that nobody waits for. */
function ignore () {}

module.exports = { describeType, ignore, withCode, wrongArgument, wrongMiddleware, wrongOption }
