'use strict'

const assert = require('node:assert')
const zlib = require('node:zlib')

const HEADER_BYTES = 10
const TRAILER_BYTES = 8

/**
 * Reads bytes that are exactly one gzip member (RFC 1952), without a flag set.
 * `gunzip` also accepts several members, and other data after them.
 *
 * @returns {{ content: Buffer, crc32: number, size: number }} the last two as
 *   its trailer says them
 * @throws {Error} if they are anything else
 */
function readMember (bytes) {
  assert.deepStrictEqual([...bytes.subarray(0, 4)], [0x1f, 0x8b, 8, 0])
  const { buffer, engine } = zlib.inflateRawSync(bytes.subarray(HEADER_BYTES), { info: true })
  const trailer = HEADER_BYTES + engine.bytesWritten
  assert.strictEqual(bytes.length, trailer + TRAILER_BYTES)
  return { content: buffer, crc32: bytes.readUInt32LE(trailer), size: bytes.readUInt32LE(trailer + 4) }
}

module.exports = { readMember }
