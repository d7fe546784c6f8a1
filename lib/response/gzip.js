'use strict'

const { bytesOf, deflateRuns, findRuns, isLong, partsOf, writeParts } = require('./gzip-parts')

/** RFC 1952, section 2.3: deflate, no flags, no time, unknown operating system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** RFC 1951, section 3.2.6: an empty final block with fixed codes. */
const FINAL_BLOCK = Buffer.from([3, 0])
const TRAILER_BYTES = 8
/** The size of a member without its parts. */
const FRAME_BYTES = HEADER.length + FINAL_BLOCK.length + TRAILER_BYTES

/**
 * A page as one gzip member (RFC 1952), spliced from fragments that were deflated
 * once. The text between them is stored uncompressed, or deflated where that pays.
 *
 * Deflated at request time are runs: text together with fragments that are short or
 * occurred earlier on the page, as in a loop. Zlib finds such repetitions in a run,
 * but not across fragments that are deflated independently.
 */
class GzipMember {
  /**
   * @param {import('../page/rendered').Rendered} rendered
   * @param {object} settings
   * @param {boolean} settings.deflatesText if false, the length of the member reveals nothing
   *   about how well dynamic text compresses
   */
  constructor (rendered, { deflatesText }) {
    this.rendered = rendered
    this.byteLength = rendered.byteLength
    this.text = rendered.text
    this.parts = partsOf(rendered)
    this.runs = deflatesText ? findRuns(this.parts) : []
  }

  /** Whether the member is probably shorter than the page. */
  get pays () {
    return this.runs.length > 0 || FRAME_BYTES + bytesOf(this.parts) < this.byteLength
  }

  /** Whether the page is to be deflated in zlib's threads while it is sent, by a `GzipStream`. */
  get isLong () {
    return isLong(this.rendered, this.parts, this.runs)
  }

  /** @returns {Buffer} the member, in its own memory */
  toBuffer () {
    // Once another page is encoded, the text has to be encoded again.
    const parts = this.text.isValid ? this.parts : partsOf(this.rendered)
    const pieces = this.runs.length === 0 ? parts : deflateRuns(parts, this.runs)
    const output = Buffer.allocUnsafe(FRAME_BYTES + bytesOf(pieces))
    const { offset, crc } = writeParts(pieces, output, HEADER.copy(output), 0)
    writeEnd(output, offset, { crc, length: this.byteLength })
    return output
  }
}

/**
 * Writes the final block and the trailer of a member.
 *
 * @param {Buffer} output
 * @param {number} offset of the first byte to write
 * @param {{ crc: number, length: number }} page
 */
function writeEnd (output, offset, { crc, length }) {
  const end = output.writeUInt32LE(crc, offset + FINAL_BLOCK.copy(output, offset))
  output.writeUInt32LE(length % 2 ** 32, end)
}

module.exports = { FINAL_BLOCK, GzipMember, HEADER, TRAILER_BYTES, writeEnd }
