'use strict'

/**
 * Copies bytes that are part of a larger memory. Small Buffers often are: of Node's pool, or of the 16 KB that zlib
 * writes to. What is kept for long would keep all of it.
 */
function inSeparateMemory (bytes) {
  if (bytes.length === bytes.buffer.byteLength) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

module.exports = { inSeparateMemory }
