'use strict'

const { Deflated, LOW_LEVEL } = require('../page/deflated')
const { LONG, bytesOf, deflateRuns, findRuns, partsOf, writeParts } = require('./gzip-parts')

/** RFC 1952, section 2.3: deflate, no flags, no time, unknown operating system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** RFC 1951, section 3.2.6: an empty final block with fixed codes. */
const FINAL_BLOCK = Buffer.from([3, 0])
/** The final block, the checksum and the length. */
const END_BYTES = FINAL_BLOCK.length + 8

/**
 * A page as one gzip member (RFC 1952), spliced from fragments that were deflated
 * once. The text between them is stored uncompressed, or deflated where that pays.
 *
 * Deflated at request time are runs: text together with fragments that are short or occurred earlier on the page, as in a loop. Zlib finds
 * such repetitions in a run, but not across fragments that are deflated independently.
 */
class GzipMember {
  /** If `deflatesText` is false, the length of the member reveals nothing about how well dynamic text compresses. */
  constructor (rendered, { deflatesText }) {
    this.rendered = rendered
    this.text = rendered.text
    this.parts = partsOf(rendered)
    this.runs = deflatesText ? findRuns(this.parts) : []
  }

  /** Whether the member is probably shorter than the page. */
  get pays () {
    return this.runs.length > 0 || HEADER.length + bytesOf(this.parts) + END_BYTES < this.rendered.byteLength
  }

  /** Whether the page is to be deflated in zlib's threads while it is sent, by a `GzipStream`. */
  get isLong () {
    if (this.rendered.byteLength < LONG) return false
    const deflated = this.runs.flatMap(({ start, end }) => this.parts.slice(start, end))
    return deflated.reduce((total, part) => total + (part.bytes ?? part).length, 0) >= LONG
  }

  get pieces () {
    // Once another page is encoded, the text has to be encoded again.
    const parts = this.text.isValid ? this.parts : partsOf(this.rendered)
    return this.runs.length === 0 ? parts : deflateRuns(parts, this.runs)
  }

  toBuffer () {
    return new GzipStream({}).splice(this.pieces, this.rendered.byteLength, true)
  }
}

/**
 * A gzip member that is sent while its page is being produced. The output for each part of the page ends on a
 * block boundary, so that the client can decode the whole part. Parts with long runs are deflated in zlib's threads.
 */
class GzipStream {
  constructor ({ deflatesText = true }) {
    this.deflatesText = deflatesText
    this.header = HEADER
    this.crc = 0
    this.length = 0
  }

  /** @returns {Buffer | Promise<Buffer>} the part of the member for the next part of the page; a promise if it is long */
  encode (rendered, isLast) {
    const member = new GzipMember(rendered, this)
    return member.isLong ? this.encodeInThread(rendered, isLast) : this.splice(member.pieces, rendered.byteLength, isLast)
  }

  async encodeInThread (rendered, isLast) {
    const deflated = await Deflated.inThread(rendered.toBuffer(), LOW_LEVEL)
    return this.splice([{ deflated }], rendered.byteLength, isLast)
  }

  splice (pieces, byteLength, isLast) {
    const { header } = this
    const output = Buffer.allocUnsafe(header.length + bytesOf(pieces) + (isLast ? END_BYTES : 0))
    const { offset, crc } = writeParts(pieces, output, header.copy(output), this.crc)
    this.header = Buffer.alloc(0)
    this.crc = crc
    this.length += byteLength
    if (isLast) {
      const end = output.writeUInt32LE(crc, offset + FINAL_BLOCK.copy(output, offset))
      output.writeUInt32LE(this.length % 2 ** 32, end)
    }
    return output
  }
}

module.exports = { GzipMember, GzipStream }
