'use strict'

/**
 * The CRC-32 of joined bytes from those of the parts. A CRC is a polynomial
 * over GF(2), its highest power in the lowest bit; n zero bytes behind what it
 * was taken of multiply it by x^8n (RFC 1952, section 8).
 */

const POLYNOMIAL = 0xedb88320

/** x^(2^n) at index n, up to where they repeat. */
const POWERS = [0x40000000]
while (POWERS.length < 32) POWERS.push(multiply(POWERS.at(-1), POWERS.at(-1)))

/** @returns {number} their product modulo the polynomial */
function multiply (a, b) {
  let product = 0
  for (let rest = a | 0; rest !== 0; rest <<= 1) {
    if (rest < 0) product ^= b
    b = b & 1 ? (b >>> 1) ^ POLYNOMIAL : b >>> 1
  }
  return product >>> 0
}

/**
 * @param {number} length in bytes, any safe integer
 * @returns {number} what as many bytes multiply the CRC of those before them by
 */
function shiftOf (length) {
  let shift = 0x80000000
  let power = 3 // 2³ bits in a byte
  for (let rest = length; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = multiply(POWERS[power % 32], shift)
    power++
  }
  return shift
}

/**
 * @param {number} before the CRC of the bytes so far
 * @param {{ crc32: number, shift: number }} after of the bytes that follow
 * @returns {number} the CRC of all
 */
function combine (before, { crc32, shift }) {
  return (multiply(before, shift) ^ crc32) >>> 0
}

module.exports = { combine, shiftOf }
