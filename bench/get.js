'use strict'

const http = require('node:http')
const { buffer } = require('node:stream/consumers')

const TIMEOUT = 10_000

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {Buffer} body as it came, in its coding
 */

/**
 * Asks a server for a page; unlike `fetch` it sends no header of its own and
 * leaves the body as it is on the wire.
 *
 * @param {number} port
 * @param {string} path
 * @param {Record<string, string>} headers
 * @returns {Promise<Answer>}
 */
module.exports = function get (port, path, headers) {
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
