'use strict'

const http2 = require('node:http2')
const { listen } = require('./listen')

const sessions = []
afterAll(() => { for (const session of sessions) session.destroy() })

/**
 * Serves by HTTP/2 until the test file ends, with a client that is connected.
 *
 * @param {import('node:http').RequestListener} listener
 * @returns {Promise<(headers?: object) => http2.ClientHttp2Stream>} gives a request that has been sent
 */
async function serveHttp2 (listener) {
  const { port } = await listen(http2.createServer(listener))
  const session = http2.connect(`http://127.0.0.1:${port}`)
  sessions.push(session)
  return (headers) => session.request(headers)
}

module.exports = { serveHttp2 }
