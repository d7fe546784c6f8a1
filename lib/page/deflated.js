'use strict'

const zlib = require('node:zlib')
const { shiftOf } = require('./crc32')

/** The level of zlib for what is deflated while a response is waiting: the fastest. */
const LOW_LEVEL = 1

/**
 * Bytes in the form in which they are part of a gzip member: deflated without
 * looking at what stands before them, and ended on a byte boundary by a full
 * flush, so that anything can follow (RFC 1951, section 3.2.4).
 */
class Deflated {
  /** @param {number} level of zlib, 1 to 9 */
  constructor (bytes, level) {
    this.bytes = zlib.deflateRawSync(bytes, { level, finishFlush: zlib.constants.Z_FULL_FLUSH })
    /** How many bytes it stands for. */
    this.length = bytes.length
    this.crc32 = zlib.crc32(bytes)
    /** What the CRC of the bytes before is multiplied by, see `crc32.js`. */
    this.shift = shiftOf(bytes.length)
  }
}

module.exports = { Deflated, LOW_LEVEL }
