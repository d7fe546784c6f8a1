'use strict'

/**
 * Calls a function that takes a callback.
 *
 * @template T
 * @returns {T | Promise<T>} the value of the first call of `done`: the value itself if the call is synchronous,
 *   otherwise a promise
 * @throws the error of a synchronous call
 */
function fromCallback (start) {
  let result
  let settle
  start((error, value) => {
    result ??= { error, value }
    settle?.()
  })
  if (result?.error) throw result.error
  if (result) return result.value
  return new Promise((resolve, reject) => {
    settle = () => result.error ? reject(result.error) : resolve(result.value)
  })
}

module.exports = { fromCallback }
