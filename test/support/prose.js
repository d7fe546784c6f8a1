'use strict'

const WORDS = ['the', 'quick', 'brown', 'fox', 'jumps', 'over', 'a', 'lazy', 'dog', '<p>', '</p>\n', '&amp;', 'café', '世界', '🎉']

/**
 * Text that compresses about as well as a page does, the same at every call.
 *
 * @param {number} length in UTF-16 units
 * @param {number} [seed] another text for every one
 * @returns {string}
 */
function prose (length, seed = 1) {
  const random = numbers(seed)
  const words = []
  for (let rest = length; rest >= 0;) {
    const word = random() % 5 === 0 ? String(random() % 10_000) : WORDS[random() % WORDS.length]
    words.push(word)
    rest -= word.length + 1
  }
  return words.join(' ').slice(0, length).toWellFormed()
}

/**
 * Text that compresses as badly as ASCII can, the same at every call.
 *
 * @param {number} length in bytes
 * @param {number} [seed] another text for every one
 * @returns {string}
 */
function noise (length, seed = 1) {
  const random = numbers(seed)
  return Buffer.alloc(length).map(() => 32 + random() % 95).toString()
}

/** @returns {() => number} the next number, 24 bits (xorshift32) */
function numbers (seed) {
  let state = Math.imul(seed, 0x9e3779b1) | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 8
  }
}

module.exports = { noise, prose }
