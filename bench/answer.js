'use strict'

const http = require('node:http')
const { buffer } = require('node:stream/consumers')

const TIMEOUT = 10_000

/** @typedef {{ status: number, headers: import('node:http').IncomingHttpHeaders, body: Buffer }} Answer `body` as received, in its content coding */

/** Requests a page. Unlike `fetch`, sends no additional headers and does not decode the body. */
function get (port, path, headers) {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, headers, agent: false })
    request.setTimeout(TIMEOUT, () => request.destroy(new Error(`${path}: no response within ${TIMEOUT / 1000} s`)))
    request.on('error', reject)
    request.on('response', (response) => {
      const { statusCode: status, headers } = response
      buffer(response).then((body) => resolve({ status, headers, body }), reject)
    })
  })
}

/** @returns {string} content coding of the body */
const codingOf = ({ headers }) => headers['content-encoding'] ?? 'identity'

module.exports = { codingOf, get }
