'use strict'

const zlib = require('node:zlib')

/**
 * Reads as much of a gzip member as has come, as a browser does.
 *
 * @param {Buffer} bytes the beginning of a member
 * @returns {Buffer} all that it stands for
 */
function inflateSoFar (bytes) {
  return zlib.gunzipSync(bytes, { finishFlush: zlib.constants.Z_SYNC_FLUSH })
}

module.exports = { inflateSoFar }
