'use strict'

/** Number of characters shown from the first difference on. */
const SHOWN = 40
/** The most bytes of a character in UTF-8. */
const MOST_BYTES = 4

/**
 * The first difference between two pages.
 *
 * @typedef {object} Difference
 * @property {number} offset of the first byte that differs
 * @property {number} line of that byte, from 1
 * @property {string} alone text at that byte in the page without this library
 * @property {string} ours the same with it
 */

/**
 * @param {Buffer} alone
 * @param {Buffer} ours
 * @returns {Difference | undefined} undefined if they are equal
 */
function difference (alone, ours) {
  if (alone.equals(ours)) return undefined
  let offset = 0
  while (offset < alone.length && alone[offset] === ours[offset]) offset++
  const line = alone.subarray(0, offset).toString('latin1').split('\n').length
  return { offset, line, alone: excerpt(alone, offset), ours: excerpt(ours, offset) }
}

/**
 * @param {Buffer} page
 * @param {number} offset
 * @returns {string} text from the character that contains this byte
 */
function excerpt (page, offset) {
  let start = offset
  while (start > 0 && isContinuation(page[start])) start--
  const text = page.toString('utf8', start, start + MOST_BYTES * SHOWN)
  return Array.from(text).slice(0, SHOWN).join('')
}

/**
 * @param {number | undefined} byte
 * @returns {boolean} whether it continues a character (RFC 3629)
 */
function isContinuation (byte) {
  return (byte & 0xc0) === 0x80
}

module.exports = { difference }
