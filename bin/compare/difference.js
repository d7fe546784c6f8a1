'use strict'

/** How many characters are shown from where two pages part. */
const SHOWN = 40
/** The most bytes that a character has in UTF-8. */
const MOST_BYTES = 4

/**
 * Where two pages part.
 *
 * @typedef {object} Difference
 * @property {number} offset of the first byte that is another
 * @property {number} line that it is in, the first is 1
 * @property {string} engine what stands there, in the page of the engine
 * @property {string} ours in that of this library
 */

/**
 * @param {Buffer} engine
 * @param {Buffer} ours
 * @returns {Difference | undefined} nothing if they are equal
 */
function difference (engine, ours) {
  if (engine.equals(ours)) return undefined
  let offset = 0
  while (offset < engine.length && engine[offset] === ours[offset]) offset++
  const line = engine.subarray(0, offset).toString('latin1').split('\n').length
  return { offset, line, engine: excerpt(engine, offset), ours: excerpt(ours, offset) }
}

/**
 * @param {Buffer} page
 * @param {number} offset
 * @returns {string} the characters from the one that this byte belongs to
 */
function excerpt (page, offset) {
  let start = offset
  while (start > 0 && isContinuation(page[start])) start--
  const text = page.toString('utf8', start, start + MOST_BYTES * SHOWN)
  return Array.from(text).slice(0, SHOWN).join('')
}

/**
 * @param {number | undefined} byte
 * @returns {boolean} whether it is within a character (RFC 3629)
 */
function isContinuation (byte) {
  return (byte & 0xc0) === 0x80
}

module.exports = { difference }
