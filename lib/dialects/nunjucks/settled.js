'use strict'

/**
 * @template T
 * @param {(done: (error: unknown, value?: T) => void) => void} start
 * @returns {T | Promise<T>} the first that `done` is called with; the value itself if it is there at once
 * @throws the error that is there at once
 */
function settled (start) {
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

module.exports = { settled }
