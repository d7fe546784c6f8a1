'use strict'

const { promisify } = require('node:util')
const zlib = require('node:zlib')

const DECODERS = {
  identity: (body) => body,
  gzip: promisify(zlib.gunzip),
  br: promisify(zlib.brotliDecompress)
}

/**
 * @param {import('./get').Answer} answer
 * @returns {string} what its body is coded in
 */
function codingOf ({ headers }) {
  return headers['content-encoding'] ?? 'identity'
}

/**
 * @param {import('./get').Answer} answer
 * @returns {Promise<Buffer>} the page in its body
 * @throws {Error} if the coding is unknown, or the body is not in it
 */
async function decode (answer) {
  const coding = codingOf(answer)
  if (!Object.hasOwn(DECODERS, coding)) throw new Error(`the coding '${coding}' is unknown`)
  return DECODERS[coding](answer.body)
}

module.exports = { codingOf, decode }
