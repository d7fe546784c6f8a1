'use strict'

const { FseWriter, endStream } = require('./fse')

/** RFC 8878, section 3.1.1.3.2.1.1: a match has at least this many bytes. */
const SHORTEST_CODED = 3

/** The most sequences of a block. */
const MOST_SEQUENCES = 4096

/** One kind of number of a block's sequences, each as a code with extra bits (RFC 8878, section 3.1.1.3.2.1.1). */
class Numbers extends FseWriter {
  /**
   * @param {number[]} counts how many codes have no extra bit, one, and so on
   * @param {number} first the first number
   * @param {number[]} states
   */
  constructor (counts, first, log, states) {
    super(log, states)
    this.extraBits = counts.flatMap((count, bits) => new Array(count).fill(bits))
    this.firsts = this.extraBits.map((bits) => (first += 1 << bits) - (1 << bits))
    /** The codes of numbers below 128; above, there is one for each number of bits. */
    this.small = new Uint8Array(128)
    this.firsts.forEach((first, code) => this.small.fill(code, first))
    this.codes = new Uint8Array(MOST_SEQUENCES)
    this.extra = new Uint32Array(MOST_SEQUENCES)
  }

  set (index, number) {
    const code = number < 128 ? this.small[number] : this.small[127] + 25 - Math.clz32(number)
    this.codes[index] = code
    this.extra[index] = number - this.firsts[code]
  }

  writeExtra (writer, index) {
    writer.put(this.extra[index], this.extraBits[this.codes[index]])
  }
}

const repeat = (number, count) => new Array(count).fill(number)

/** With the predefined states of their codes (section 3.1.1.3.2.2). */
const literalLengths = new Numbers([16, 4, 2, 2, 1, 0, ...repeat(1, 11)], 0, 6,
  [4, 3, ...repeat(2, 11), 1, 1, 1, ...repeat(2, 9), 3, 2, ...repeat(1, 5), ...repeat(-1, 4)])
const matchLengths = new Numbers([32, 4, 2, 2, 2, 1, 0, ...repeat(1, 10)], 0, 6,
  [1, 4, 3, ...repeat(2, 6), ...repeat(1, 37), ...repeat(-1, 7)])
const offsets = new Numbers(repeat(1, 29), 1, 5, [...repeat(1, 6), 2, 2, 2, ...repeat(1, 15), ...repeat(-1, 5)])

/** Sets a sequence of the block: literals, then a match. `offset` is 1 for the latest again, else the offset plus 3. */
function setSequence (index, literalLength, matchLength, offset) {
  literalLengths.set(index, literalLength)
  matchLengths.set(index, matchLength - SHORTEST_CODED)
  offsets.set(index, offset)
}

/** Writes the section of the sequences that are set (section 3.1.1.3.2). */
function writeSequences (writer, count) {
  writer.reserve(10 * count + 8)
  if (count < 128) writer.put(count, 8)
  else writer.put(128 | count >> 8 | (count & 255) << 8, 16)
  if (count === 0) return
  // All codes are predefined.
  writer.put(0, 8)
  for (let i = count - 1; i >= 0; i--) {
    offsets.write(writer, offsets.codes[i])
    matchLengths.write(writer, matchLengths.codes[i])
    literalLengths.write(writer, literalLengths.codes[i])
    literalLengths.writeExtra(writer, i)
    matchLengths.writeExtra(writer, i)
    offsets.writeExtra(writer, i)
  }
  for (const numbers of [matchLengths, offsets, literalLengths]) numbers.end(writer)
  endStream(writer)
}

module.exports = { MOST_SEQUENCES, SHORTEST_CODED, setSequence, writeSequences }
