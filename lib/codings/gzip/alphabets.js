'use strict'

/**
 * The symbols of lengths and distances (RFC 1951, section 3.2.5). Each stands for a range: its first value, and the
 * extra bits that tell the value within the range.
 *
 * @typedef {{ firsts: number[], extraBits: number[], symbolOf: Uint8Array }} Alphabet `symbolOf` gives the symbol of
 *   each value
 */

/** Literals are the symbols 0 to 255. Lengths follow the end of the block. */
const END_OF_BLOCK = 256
const FIRST_LENGTH = 257

const SHORTEST_MATCH = 3
const LONGEST_MATCH = 258
const WINDOW = 32768

const lengths = alphabet(SHORTEST_MATCH, 28, (symbol) => Math.max(0, (symbol >> 2) - 1), LONGEST_MATCH)
// The longest length has a separate symbol.
lengths.firsts.push(LONGEST_MATCH)
lengths.extraBits.push(0)
lengths.symbolOf[LONGEST_MATCH] = 28

const distances = alphabet(1, 30, (symbol) => Math.max(0, (symbol >> 1) - 1), WINDOW)

function alphabet (first, count, extraBitsOf, last) {
  const firsts = []
  const extraBits = []
  const symbolOf = new Uint8Array(last + 1)
  let next = first
  for (let symbol = 0; symbol < count; symbol++) {
    firsts.push(next)
    extraBits.push(extraBitsOf(symbol))
    symbolOf.fill(symbol, next, next += 1 << extraBitsOf(symbol))
  }
  return { firsts, extraBits, symbolOf }
}

/** Adds the symbols of literals and matches to the counts of both alphabets. For tokens, see `matches.js`. */
function countSymbols (tokens, weight, symbolCounts, distanceCounts) {
  for (const token of tokens) {
    if (token < 256) {
      symbolCounts[token] += weight
    } else {
      symbolCounts[FIRST_LENGTH + lengths.symbolOf[token >>> 16]] += weight
      distanceCounts[distances.symbolOf[token & 0xffff]] += weight
    }
  }
}

module.exports = { END_OF_BLOCK, FIRST_LENGTH, LONGEST_MATCH, SHORTEST_MATCH, WINDOW, countSymbols, distances, lengths }
