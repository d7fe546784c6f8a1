'use strict'

/** How many bytes are shown from where two bodies part. */
const SHOWN = 40

/**
 * @param {Buffer} actual
 * @param {Buffer} expected
 * @returns {string | undefined} where they part and what stands there, nothing if they are equal
 */
function difference (actual, expected) {
  if (actual.equals(expected)) return undefined
  let at = 0
  while (at < actual.length && actual[at] === expected[at]) at++
  return `parts at byte ${at}: ${show(actual, at)} of ${actual.length} bytes, expected ${show(expected, at)} of ${expected.length}`
}

function show (body, at) {
  return JSON.stringify(body.toString('utf8', at, at + SHOWN))
}

module.exports = { difference }
