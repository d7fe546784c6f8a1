'use strict'

/**
 * Keeps what a function returns for an object as long as that object lives.
 *
 * @template {object} Key, Value
 * @param {(key: Key, given?: unknown) => Value} create must not return `undefined`; `given` is that of the first call
 * @returns {(key: Key, given?: unknown) => Value}
 */
function memoize (create) {
  const cache = new WeakMap()
  return (key, given) => {
    let value = cache.get(key)
    if (value === undefined) cache.set(key, value = create(key, given))
    return value
  }
}

module.exports = { memoize }
