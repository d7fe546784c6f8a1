'use strict'

const { isNativeError } = require('node:util/types')

/**
 * Runs a function and records how it ended, in a form that can be compared with `toEqual`.
 *
 * @param {() => unknown} fn synchronous or asynchronous
 * @returns {Promise<{ output: unknown } | { error: unknown }>} what it returned, or a
 *   description of what it threw
 */
async function outcome (fn) {
  try {
    return { output: await fn() }
  } catch (error) {
    return { error: describeError(error) }
  }
}

function describeError (error) {
  if (!isError(error)) return error
  return { name: error.constructor.name, message: error.message, path: error.path }
}

// Errors of Node's own modules come from another realm when Jest runs the tests.
function isError (value) {
  return value instanceof Error || isNativeError(value)
}

module.exports = { describeError, isError, outcome }
