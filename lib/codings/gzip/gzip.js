'use strict'

const zlib = require('node:zlib')
const { BitWriter } = require('./bit-writer')
const { loadPage } = require('./matches')
const { LOW_LEVEL, deflateInThread } = require('../../page/deflated')
const { THREAD_THRESHOLD, flush, writeBlocks } = require('./blocks')

/** RFC 1952, section 2.3: deflate, no flags, no time, unknown operating system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** RFC 1951, section 3.2.6: an empty final block with fixed codes, of ten bits. */
const FINAL_BLOCK = 3
const FINAL_BITS = 10

/** From this size on, gzip is assumed to pay. Shorter pages are encoded to find out. */
const SURE = 1024

const writer = new BitWriter()

/** A page as one gzip member (RFC 1952). For the options, see `writeBlocks`. */
class GzipMember {
  constructor (rendered, options) {
    this.rendered = rendered
    this.options = options
    this.bytes = undefined
  }

  /** Whether the member is probably shorter than the page. */
  get isSmaller () {
    const { byteLength } = this.rendered
    return (this.options.deflatesText && byteLength >= SURE) || this.toBuffer().length < byteLength
  }

  /** Whether the page is to be deflated in zlib's threads while it is sent, by a `GzipStream`. */
  get prefersStream () {
    return isThreaded(this.rendered, this.options)
  }

  toBuffer () {
    this.bytes ??= new GzipStream(this.options).encodeAtOnce(this.rendered, true)
    return this.bytes
  }
}

/**
 * A gzip member that is sent while its page is being produced. The output for each part of the page ends on a
 * byte boundary, so that the client can decode the whole part. Parts with long text are deflated in zlib's threads.
 */
class GzipStream {
  constructor (options) {
    this.options = options
    this.hasBegun = false
    this.crc = 0
    this.length = 0
  }

  /** @returns {Buffer | Promise<Buffer>} the member's part for the next part of the page; a promise if it is long */
  encode (rendered, isLast) {
    if (isThreaded(rendered, this.options)) return this.encodeInThread(rendered, isLast)
    return this.encodeAtOnce(rendered, isLast)
  }

  async encodeInThread (rendered, isLast) {
    const page = rendered.toBuffer()
    return this.output(rendered, page, isLast, await deflateInThread(page, LOW_LEVEL))
  }

  encodeAtOnce (rendered, isLast) {
    return this.output(rendered, loadPage(rendered), isLast)
  }

  output (rendered, page, isLast, deflated) {
    this.crc = zlib.crc32(page, this.crc)
    this.length += page.length
    writer.clear()
    if (!this.hasBegun) writer.bytes(HEADER)
    this.hasBegun = true
    if (deflated === undefined) writeBlocks(writer, rendered, page, this.options)
    else writer.bytes(deflated)
    if (isLast) {
      writer.put(FINAL_BLOCK, FINAL_BITS)
      writer.align()
      // RFC 1952, section 2.3.1: both are modulo 2 ** 32.
      writer.put(this.crc | 0, 32)
      writer.put(this.length | 0, 32)
    } else {
      flush(writer)
    }
    return writer.toBuffer()
  }
}

/** @returns {boolean} whether the text of a page, or a part of one, is deflated in zlib's threads */
function isThreaded ({ text }, { deflatesText }) {
  return deflatesText && text.length >= THREAD_THRESHOLD
}

module.exports = { GzipMember, GzipStream }
