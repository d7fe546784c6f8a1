'use strict'

const zlib = require('node:zlib')

const decoders = { br: zlib.brotliDecompressSync, deflate: zlib.inflateSync, gzip: zlib.gunzipSync }

/**
 * Decodes a body as a client does.
 *
 * @param {{ headers: Record<string, string>, body: Buffer }} answer
 * @returns {Buffer}
 * @throws {Error} if its Content-Encoding is unknown, such as one that names two,
 *   or the body is not of that coding from its first byte to its last
 */
function decode ({ headers, body }) {
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding === 'identity') return body
  if (!Object.hasOwn(decoders, coding)) throw new Error(`unknown content coding '${coding}'`)
  const { buffer, engine } = decoders[coding](body, { info: true })
  const rest = body.length - engine.bytesWritten
  if (rest !== 0) throw new Error(`${rest} bytes follow the end of the ${coding} data`)
  return buffer
}

/** @returns {string} the decoded body */
function textOf (answer) {
  return decode(answer).toString()
}

/** @returns {boolean} whether ours has encoded the page: others stream it, and do not know the length */
function isSpliced ({ headers, body }) {
  return headers['content-encoding'] === 'gzip' && headers['content-length'] === String(body.length)
}

module.exports = { decode, isSpliced, textOf }
