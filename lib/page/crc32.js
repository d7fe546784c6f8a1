'use strict'

/**
 * Combines CRC-32 checksums: computes the CRC of joined bytes from the CRCs of the parts. A CRC is a polynomial over GF(2), its highest
 * power in the lowest bit; appending n zero bytes multiplies it by x^8n (RFC 1952, section 8).
 */

const POLYNOMIAL = 0xedb88320

/** x^(2^n) at index n. The powers repeat after 32 entries. */
const POWERS = [0x40000000]
while (POWERS.length < 32) POWERS.push(multiply(POWERS.at(-1), POWERS.at(-1)))

/** The product modulo the polynomial. */
function multiply (a, b) {
  let product = 0
  for (let rest = a | 0; rest !== 0; rest <<= 1) {
    if (rest < 0) product ^= b
    b = b & 1 ? (b >>> 1) ^ POLYNOMIAL : b >>> 1
  }
  return product >>> 0
}

/** @returns {number} the factor by which so many bytes, any safe integer, multiply the CRC of the bytes before them */
function shiftOf (length) {
  let shift = 0x80000000
  let power = 3 // 2³ bits in a byte
  for (let rest = length; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = multiply(POWERS[power % 32], shift)
    power++
  }
  return shift
}

/** @returns {number} the CRC of all bytes, from that of the preceding ones, and CRC and shift of the following ones */
function combine (before, { crc32, shift }) {
  return (multiply(before, shift) ^ crc32) >>> 0
}

module.exports = { combine, shiftOf }
