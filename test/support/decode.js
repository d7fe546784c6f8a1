'use strict'

const assert = require('node:assert')
const zlib = require('node:zlib')

const decoders = { br: zlib.brotliDecompressSync, deflate: zlib.inflateSync, gzip: zlib.gunzipSync }

/**
 * Reads a body as a client does.
 *
 * @param {{ headers: Record<string, string>, body: Buffer }} answer
 * @returns {string}
 * @throws {Error} if its Content-Encoding is not one, such as one that names two,
 *   or the body is not of that coding from its first byte to its last
 */
function textOf ({ headers, body }) {
  const coding = headers['content-encoding']
  if (coding === undefined) return body.toString()
  if (!Object.hasOwn(decoders, coding)) throw new Error(`No Content-Encoding: ${coding}`)
  const { buffer, engine } = decoders[coding](body, { info: true })
  assert.strictEqual(engine.bytesWritten, body.length, 'There is more behind the end of the body')
  return buffer.toString()
}

module.exports = { textOf }
