'use strict'

const zlib = require('node:zlib')

const DECODERS = { gzip: zlib.gunzipSync, deflate: zlib.inflateSync, br: zlib.brotliDecompressSync }

/**
 * @param {Buffer} body
 * @param {string} coding as in Content-Encoding
 * @returns {Buffer}
 * @throws {Error} if the body is not whole, or does not end where its coding ends
 */
function decode (body, coding) {
  if (coding === 'identity') return body
  const { buffer, engine } = DECODERS[coding](body, { info: true })
  const rest = body.length - engine.bytesWritten
  if (rest !== 0) throw new Error(`${rest} bytes follow the end of the ${coding} data`)
  return buffer
}

module.exports = { decode }
