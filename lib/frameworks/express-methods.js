'use strict'

/**
 * Method of ours → the method behind it: the one that it replaced on the same object, or else the current one of its
 * prototype, which apps and tracers may patch at any time.
 *
 * @type {WeakMap<Function, { replaced?: Function, holder?: object, name?: string }>}
 */
const originals = new WeakMap()

function originalOf (method) {
  const { replaced, holder, name } = originals.get(method)
  return replaced ?? Object.getPrototypeOf(holder)[name]
}

/** @returns {Function} the method itself, or the first method behind it that is not ours */
function lastOf (method) {
  let last = method
  while (originals.has(last)) last = originalOf(last)
  return last
}

module.exports = { lastOf, originalOf, originals }
