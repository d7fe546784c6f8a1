'use strict'

const { BitWriter } = require('../gzip/bit-writer')
const { lengthsOf } = require('../gzip/huffman')
const { FseWriter, endStream } = require('./fse')

/** Fewer literals hardly pay for a Huffman code: its description, some 50 bytes, and the time to make it. */
const LEAST_CODED = 512
const LONGEST_CODE = 11

/** Entropy codes for the weights of any text, one for every other weight, and their description (RFC 8878, 4.1.1). */
const WEIGHTS = [0, 1].map(() => new FseWriter(6, [22, 14, 6, 5, 5, 4, 3, 1, 1, 1, 1, 1]))
const WEIGHTS_DESCRIPTION = Buffer.from('0071bd63569474', 'hex')

const coded = new BitWriter()
const description = new BitWriter()

/** Writes a literals section (RFC 8878, section 3.1.1.3.1): the literals as they are, unless it `mayCode` them. */
function writeLiterals (writer, literals, mayCode) {
  const { length } = literals
  writer.reserve(length + 8)
  if (mayCode && length >= LEAST_CODED && writeCoded(writer, literals)) return
  if (length < 32) writer.put(length << 3, 8)
  else writer.put(12 | length << 4, 24)
  writer.bytes(literals)
}

/** Writes literals in a code made for them. @returns {boolean} false, and nothing is written, if that is no shorter */
function writeCoded (writer, literals) {
  const { length } = literals
  const counts = new Array(256).fill(0)
  for (let i = 0; i < length; i++) counts[literals[i]]++
  const lengths = lengthsOf(counts, LONGEST_CODE)
  const weights = describe(lengths)
  const codes = canonicalCodes(lengths)
  const quarter = length + 3 >> 2
  const streams = length < 1024
    ? [literals]
    : [0, 1, 2, 3].map((i) => literals.subarray(i * quarter, (i + 1) * quarter))
  coded.clear()
  coded.reserve(2 * length)
  const sizes = streams.map((stream) => {
    const start = coded.byteLength
    for (let i = stream.length - 1; i >= 0; i--) coded.put(codes[stream[i]], lengths[stream[i]])
    endStream(coded)
    return coded.byteLength - start
  })
  const size = weights.length + 2 * sizes.length - 2 + coded.byteLength
  if (weights.length === 0 || size >= length) return false
  const [format, bits] = length < 1024 ? [0, 10] : [3, 18]
  writer.put(2 | format << 2 | length << 4, bits + 4)
  writer.put(size, bits)
  writer.bytes(weights)
  // The last size follows from the others.
  for (const size of sizes.slice(0, -1)) writer.put(size, 16)
  writer.bytes(coded.toBuffer())
  return true
}

/** @returns {Uint16Array} the code of each byte (section 4.2.1.3): the longest ones come first */
function canonicalCodes (lengths) {
  const codes = new Uint16Array(256)
  let next = 0
  for (let length = LONGEST_CODE; length > 0; length--, next >>= 1) {
    for (let byte = 0; byte < 256; byte++) if (lengths[byte] === length) codes[byte] = next++
  }
  return codes
}

/** @returns {Buffer} the weights in two interleaved streams (section 4.2.1.2); empty if they are too few or too many */
function describe (lengths) {
  // The last weight follows from the others.
  const count = lengths.findLastIndex((length) => length > 0)
  if (count < 2) return Buffer.alloc(0)
  const longest = Math.max(...lengths)
  description.clear()
  description.bytes(WEIGHTS_DESCRIPTION)
  for (let byte = count - 1; byte >= 0; byte--) {
    WEIGHTS[byte & 1].write(description, lengths[byte] && longest + 1 - lengths[byte])
  }
  WEIGHTS[1].end(description)
  WEIGHTS[0].end(description)
  endStream(description)
  const bytes = description.toBuffer()
  bytes[0] = bytes.length - 1
  // A longer one would be read as weights that are not coded.
  return bytes.subarray(0, bytes[0] < 128 ? bytes.length : 0)
}

module.exports = { writeLiterals }
