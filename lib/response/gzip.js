'use strict'

const { bytesOf, deflateRuns, findRuns, partsOf, writeParts } = require('./gzip-parts')

/** RFC 1952, section 2.3: deflate, no flags, no time, no operating system named. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** RFC 1951, section 3.2.6: a final block of fixed codes with nothing in it. */
const FINAL_BLOCK = Buffer.from([3, 0])
const TRAILER_BYTES = 8
/** What a member takes beside its parts. */
const FRAME_BYTES = HEADER.length + FINAL_BLOCK.length + TRAILER_BYTES

/**
 * A page as one gzip member (RFC 1952), spliced of fragments that were deflated
 * once. The text between them is stored as it is, or deflated where that pays.
 *
 * What is deflated at request time are runs: text, and the fragments amid it
 * that are short or were on the page before, as in a loop, where zlib finds the
 * repetition and a fragment deflated by itself cannot.
 */
class GzipMember {
  /**
   * @param {boolean} how.deflatesText off: the length of the member tells nothing
   *   about how well dynamic text compresses
   */
  constructor (rendered, { deflatesText }) {
    this.rendered = rendered
    this.byteLength = rendered.byteLength
    this.text = rendered.text
    this.parts = partsOf(rendered)
    this.runs = deflatesText ? findRuns(this.parts) : []
  }

  /** Whether it is shorter than the page, as far as can be told without making it. */
  get pays () {
    return this.runs.length > 0 || FRAME_BYTES + bytesOf(this.parts) < this.byteLength
  }

  /** @returns {Buffer} in memory of its own */
  toBuffer () {
    // The encoded text is there until that of another page is.
    const parts = this.text.isValid ? this.parts : partsOf(this.rendered)
    const pieces = this.runs.length === 0 ? parts : deflateRuns(parts, this.runs)
    const output = Buffer.allocUnsafe(FRAME_BYTES + bytesOf(pieces))
    const { offset, crc } = writeParts(pieces, output, HEADER.copy(output), 0)
    writeEnd(output, offset, { crc, length: this.byteLength })
    return output
  }
}

/**
 * Writes what ends a member.
 *
 * @param {number} offset where to write it
 * @param {{ crc: number, length: number }} page
 */
function writeEnd (output, offset, { crc, length }) {
  const end = output.writeUInt32LE(crc, offset + FINAL_BLOCK.copy(output, offset))
  output.writeUInt32LE(length % 2 ** 32, end)
}

module.exports = { FINAL_BLOCK, GzipMember, HEADER, TRAILER_BYTES, writeEnd }
