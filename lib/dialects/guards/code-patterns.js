'use strict'

const { publishedCodeOf } = require('../../util/code-digest')
const { memoize } = require('../../util/memoize')

/**
 * Creates a check for functions of an engine whose releases each differ in other places, so that digests would not do.
 *
 * @param {Record<string, RegExp>} patterns those of code as `publishedCodeOf` gives it, or of parts of it
 * @returns {(name: string, fn: unknown) => boolean} whether a value is the function of that name; renders ask for it
 */
function createCodeCheck (patterns) {
  const checks = Object.fromEntries(Object.entries(patterns).map(([name, pattern]) =>
    [name, memoize((fn) => pattern.test(publishedCodeOf(fn)))]))
  return (name, fn) => typeof fn === 'function' && checks[name](fn)
}

module.exports = { createCodeCheck }
