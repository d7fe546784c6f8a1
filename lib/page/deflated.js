'use strict'

const zlib = require('node:zlib')
const { shiftOf } = require('./crc32')

/** The zlib level for bytes that are deflated during a request: the fastest one. */
const LOW_LEVEL = 1

/**
 * Bytes deflated as an independent part of a gzip member: they refer to no bytes
 * before them and end on a byte boundary, by a full flush, so that any other part
 * can follow (RFC 1951, section 3.2.4).
 */
class Deflated {
  /** @param {number} level the zlib level, 1 to 9 */
  constructor (bytes, level) {
    this.bytes = zlib.deflateRawSync(bytes, { __proto__: null, level, finishFlush: zlib.constants.Z_FULL_FLUSH })
    /** The number of bytes before deflating. */
    this.length = bytes.length
    this.crc32 = zlib.crc32(bytes)
    /** The factor for the CRC of the preceding bytes, see `crc32.js`. */
    this.shift = shiftOf(bytes.length)
  }
}

module.exports = { Deflated, LOW_LEVEL }
