'use strict'

const http2 = require('node:http2')

/**
 * Serves by HTTP/2 for as long as a test needs it, with a client that is connected.
 *
 * @param {import('node:http').RequestListener} listener
 * @returns {Promise<{ ask: (headers?: object) => http2.ClientHttp2Stream, close: () => void }>} `ask` gives a
 *   request that has been sent
 */
async function serveHttp2 (listener) {
  const server = http2.createServer(listener)
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const session = http2.connect(`http://127.0.0.1:${server.address().port}`)
  const close = () => {
    session.destroy()
    server.close()
  }
  return { ask: (headers) => session.request(headers), close }
}

module.exports = { serveHttp2 }
