'use strict'

const { distances } = require('./alphabets')

/** The memory at first, in words, and what is kept for the next page, in bytes. */
const FIRST_WORDS = 1 << 12
const MOST_KEPT = 1 << 20

/** Writes bits, the lowest first (RFC 1951, section 3.1.1), into 32-bit words. */
class BitWriter {
  constructor () {
    this.use(new Uint32Array(FIRST_WORDS))
    this.clear()
  }

  use (words) {
    this.words = words
    /** The same memory. */
    this.memory = Buffer.from(words.buffer)
  }

  clear () {
    if (this.memory.length > MOST_KEPT) this.use(new Uint32Array(FIRST_WORDS))
    /** The number of complete words, and the bits of the next one. */
    this.count = 0
    this.rest = 0
    this.used = 0
  }

  /** The number of bytes so far; the last one may not be complete. */
  get byteLength () {
    return 4 * this.count + Math.ceil(this.used / 8)
  }

  /** Makes room for this many more bytes, and a few bits. */
  reserve (bytes) {
    const needed = this.count + (bytes >>> 2) + 4
    if (needed <= this.words.length) return
    const { words } = this
    this.use(new Uint32Array(2 ** Math.ceil(Math.log2(needed))))
    this.words.set(words.subarray(0, this.count))
  }

  /** @param {number} bits 0 to 32; `value` has no others set */
  put (value, bits) {
    this.rest |= value << this.used
    this.used += bits
    if (this.used < 32) return
    this.words[this.count++] = this.rest
    this.used -= 32
    this.rest = this.used === 0 ? 0 : value >>> (bits - this.used)
  }

  /** Writes static text, with `gap` bytes between it and the fragment before, for matches in that. */
  string ({ words: from, pieces }, code, gap) {
    this.reserve(from.byteLength + 3 * pieces.length)
    const { words } = this
    let next = 0
    for (let i = 0; i < pieces.length; i += 2) {
      if (i > 0) this.match(pieces[i - 1] + gap, code)
      const bits = pieces[i]
      const end = next + (bits >>> 5)
      const { used } = this
      let { count, rest } = this
      for (; next < end; next++) {
        const word = from[next]
        words[count++] = rest | word << used
        // Not by 32 bits, which shifts by none.
        rest = word >>> 1 >>> 31 - used
      }
      this.count = count
      this.rest = rest
      if ((bits & 31) > 0) this.put(from[next++], bits & 31)
    }
  }

  /** Writes a literal, a length or the end of a block, by its entry in a code. */
  symbol (entry) {
    this.put(entry >>> 5, entry & 31)
  }

  match (token, code) {
    this.symbol(code.lengths[token >>> 16])
    const distance = token & 0xffff
    const symbol = distances.symbolOf[distance]
    const entry = code.distances[symbol]
    const bits = entry & 31
    this.put(entry >>> 5 | (distance - distances.firsts[symbol]) << bits, bits + distances.extraBits[symbol])
  }

  /** Writes literals and matches, see `matches.js`: the first `length` of these tokens. */
  tokens (tokens, length, code) {
    this.reserve(6 * length)
    for (let i = 0; i < length; i++) {
      const token = tokens[i]
      if (token < 256) this.symbol(code.literals[token])
      else this.match(token, code)
    }
  }

  /** Fills the current byte, or a unit of a different size in bits, with zero bits. */
  align (bits = 8) {
    this.put(0, -this.used & bits - 1)
  }

  /** Begins at a byte, and writes bytes. */
  bytes (bytes) {
    this.align()
    this.reserve(bytes.length)
    this.words[this.count] = this.rest
    const start = this.byteLength
    this.memory.set(bytes, start)
    this.moveTo(start + bytes.length)
  }

  /** Goes back to a byte that is already written, to write other bits after it. */
  moveTo (byteLength) {
    this.count = byteLength >>> 2
    this.used = 8 * (byteLength & 3)
    this.rest = this.words[this.count] & (1 << this.used) - 1
  }

  /** Ends a piece of static text, which began at the word `start`. @returns {number} its number of bits */
  endPiece (start) {
    const bits = 32 * (this.count - start) + this.used
    this.align(32)
    return bits
  }

  /** @returns {Buffer} what is written, in separate memory */
  toBuffer () {
    this.words[this.count] = this.rest
    const bytes = Buffer.allocUnsafe(this.byteLength)
    this.memory.copy(bytes)
    return bytes
  }
}

module.exports = { BitWriter }
