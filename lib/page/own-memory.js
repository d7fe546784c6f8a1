'use strict'

/**
 * Small Buffers are often parts of a larger memory: of Node's pool, or of the 16 KB that zlib writes to. What is kept for
 * long would keep all of it.
 *
 * @returns {Buffer} the same bytes, copied if they are part of a larger memory
 */
function inOwnMemory (bytes) {
  if (bytes.length === bytes.buffer.byteLength) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

module.exports = { inOwnMemory }
