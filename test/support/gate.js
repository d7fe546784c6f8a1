'use strict'

/**
 * A value that comes when the test says so.
 *
 * @template Value
 * @returns {{ promise: Promise<Value>, open: (value: Value) => void, fail: (error: unknown) => void }}
 */
function gate () {
  let open
  let fail
  const promise = new Promise((resolve, reject) => {
    open = resolve
    fail = reject
  })
  return { promise, open, fail }
}

module.exports = { gate }
