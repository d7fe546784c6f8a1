'use strict'

const { Deflated, LOW_LEVEL } = require('../page/deflated')
const { FINAL_BLOCK, HEADER, TRAILER_BYTES, writeEnd } = require('./gzip')
const { bytesOf, deflateRuns, findRuns, isLong, partsOf, writeParts } = require('./gzip-parts')

const END_BYTES = FINAL_BLOCK.length + TRAILER_BYTES

/**
 * A gzip member that is sent while its page is being produced, spliced like a
 * `GzipMember`. The output for each part of the page ends on a block boundary, so that
 * the client can decode the whole part. Parts with long runs are deflated in zlib's threads.
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
   * @returns {Buffer | Promise<Buffer>} the next part of the member; a promise if it is long
   */
  encode (rendered) {
    return this.write(rendered, false)
  }

  /**
   * @param {import('../page/rendered').Rendered} rendered the last part of the page
   * @returns {Buffer | Promise<Buffer>} the rest of the member; a promise if it is long
   */
  end (rendered) {
    return this.write(rendered, true)
  }

  write (rendered, isLast) {
    const parts = partsOf(rendered)
    const runs = this.deflatesText ? findRuns(parts) : []
    if (isLong(rendered, parts, runs)) return this.writeInThread(rendered, isLast)
    return this.splice(deflateRuns(parts, runs), rendered.byteLength, isLast)
  }

  async writeInThread (rendered, isLast) {
    const deflated = await Deflated.inThread(rendered.toBuffer(), LOW_LEVEL)
    return this.splice([{ deflated }], rendered.byteLength, isLast)
  }

  /** @returns {Buffer} */
  splice (pieces, byteLength, isLast) {
    const header = this.hasBegun ? 0 : HEADER.length
    const output = Buffer.allocUnsafe(header + bytesOf(pieces) + (isLast ? END_BYTES : 0))
    if (!this.hasBegun) HEADER.copy(output)
    const { offset, crc } = writeParts(pieces, output, header, this.crc)
    this.hasBegun = true
    this.crc = crc
    this.length += byteLength
    if (isLast) writeEnd(output, offset, this)
    return output
  }
}

module.exports = { GzipStream }
