'use strict'

const { promisify } = require('node:util')
const zlib = require('node:zlib')

/** The zlib level for bytes that are deflated during a request: the fastest one. */
const LOW_LEVEL = 1

const FULL_FLUSH = { __proto__: null, finishFlush: zlib.constants.Z_FULL_FLUSH }

/**
 * Deflates bytes as an independent part of a gzip member: it refers to no bytes before it and ends on a byte boundary,
 * by a full flush, so that any other part can follow (RFC 1951, section 3.2.4).
 *
 * @param {number} level the zlib level, 1 to 9. @returns {Buffer}
 */
function deflate (bytes, level) {
  return zlib.deflateRawSync(bytes, { ...FULL_FLUSH, level })
}

/** Deflates in one of zlib's threads. @param {Buffer} bytes never written to again. @returns {Promise<Buffer>} */
function deflateInThread (bytes, level) {
  return promisify(zlib.deflateRaw)(bytes, { ...FULL_FLUSH, level })
}

module.exports = { LOW_LEVEL, deflate, deflateInThread }
