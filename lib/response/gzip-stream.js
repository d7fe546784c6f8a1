'use strict'

const { FINAL_BLOCK, HEADER, TRAILER_BYTES, writeEnd } = require('./gzip')
const { bytesOf, deflateRuns, findRuns, partsOf, writeParts } = require('./gzip-parts')

const END_BYTES = FINAL_BLOCK.length + TRAILER_BYTES

/**
 * A gzip member that is sent while its page is being produced, spliced like a
 * `GzipMember`. The output for each part of the page ends on a block boundary, so that
 * the client can decode the whole part.
 */
class GzipStream {
  /**
   * @param {object} settings
   * @param {boolean} settings.deflatesText see `GzipMember`
   */
  constructor ({ deflatesText }) {
    this.deflatesText = deflatesText
    this.hasBegun = false
    this.crc = 0
    this.length = 0
  }

  /**
   * @param {import('../page/rendered').Rendered} rendered the next part of the page
   * @returns {Buffer} the next part of the member
   */
  encode (rendered) {
    return this.write(rendered, 0).output
  }

  /**
   * @param {import('../page/rendered').Rendered} rendered the last part of the page
   * @returns {Buffer} the rest of the member
   */
  end (rendered) {
    const { output, offset } = this.write(rendered, END_BYTES)
    writeEnd(output, offset, this)
    return output
  }

  /**
   * @param {number} spare number of bytes to leave free after the part
   * @returns {{ output: Buffer, offset: number }}
   */
  write (rendered, spare) {
    const parts = partsOf(rendered)
    const pieces = this.deflatesText ? deflateRuns(parts, findRuns(parts)) : parts
    const header = this.hasBegun ? 0 : HEADER.length
    const output = Buffer.allocUnsafe(header + bytesOf(pieces) + spare)
    if (!this.hasBegun) HEADER.copy(output)
    const { offset, crc } = writeParts(pieces, output, header, this.crc)
    this.hasBegun = true
    this.crc = crc
    this.length += rendered.byteLength
    return { output, offset }
  }
}

module.exports = { GzipStream }
