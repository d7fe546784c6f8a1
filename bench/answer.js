'use strict'

const http = require('node:http')
const { buffer } = require('node:stream/consumers')
const { promisify } = require('node:util')
const zlib = require('node:zlib')

const TIMEOUT = 10_000

const DECODERS = {
  identity: (body) => body,
  gzip: promisify(zlib.gunzip),
  br: promisify(zlib.brotliDecompress)
}

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {Buffer} body as it came, in its coding
 */

/** Asks a server for a page; unlike `fetch` it sends no header of its own and leaves the body as it is on the wire. */
function get (port, path, headers) {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, headers, agent: false })
    request.setTimeout(TIMEOUT, () => request.destroy(new Error(`${path} was not answered within ${TIMEOUT / 1000} s`)))
    request.on('error', reject)
    request.on('response', (response) => {
      const { statusCode: status, headers } = response
      buffer(response).then((body) => resolve({ status, headers, body }), reject)
    })
  })
}

/** @returns {string} what its body is coded in */
function codingOf ({ headers }) {
  return headers['content-encoding'] ?? 'identity'
}

/**
 * @returns {Promise<Buffer>} the page in its body
 * @throws {Error} if the coding is unknown, or the body is not in it
 */
async function decode (answer) {
  const coding = codingOf(answer)
  if (!Object.hasOwn(DECODERS, coding)) throw new Error(`the coding '${coding}' is unknown`)
  return DECODERS[coding](answer.body)
}

module.exports = { codingOf, decode, get }
