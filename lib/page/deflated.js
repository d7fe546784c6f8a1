'use strict'

const { promisify } = require('node:util')
const zlib = require('node:zlib')
const { shiftOf } = require('./crc32')

/** The zlib level for bytes that are deflated during a request: the fastest one. */
const LOW_LEVEL = 1

const FINISH = { finishFlush: zlib.constants.Z_FULL_FLUSH }

const deflateInThread = promisify(zlib.deflateRaw)

/**
 * Bytes deflated as an independent part of a gzip member: they refer to no bytes before them and end on a byte boundary, by a full flush,
 * so that any other part can follow (RFC 1951, section 3.2.4).
 */
class Deflated {
  /** @param {number} level the zlib level, 1 to 9. @param {Buffer} [deflated] the bytes, if they are deflated already */
  constructor (bytes, level, deflated = zlib.deflateRawSync(bytes, { __proto__: null, ...FINISH, level })) {
    this.bytes = deflated
    /** The number of bytes before deflating. */
    this.length = bytes.length
    this.crc32 = zlib.crc32(bytes)
    /** The factor for the CRC of the preceding bytes, see `crc32.js`. */
    this.shift = shiftOf(bytes.length)
  }

  /** Deflates in one of zlib's threads. @param {Buffer} bytes never written to again. @returns {Promise<Deflated>} */
  static async inThread (bytes, level) {
    return new Deflated(bytes, level, await deflateInThread(bytes, { __proto__: null, ...FINISH, level }))
  }
}

module.exports = { Deflated, LOW_LEVEL }
