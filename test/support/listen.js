'use strict'

const http = require('node:http')

/** What closes the servers that are open: a closed one can be collected. */
const closes = new Set()
if (typeof afterAll === 'function') afterAll(() => { for (const close of closes) close() })

/**
 * Serves on a port of its own until the test file ends.
 *
 * @param {import('node:http').RequestListener | import('node:http').Server | import('node:http2').Http2Server} listener
 * @returns {Promise<{ port: number, url: string, close: () => void }>} `close` ends it earlier, with all connections
 */
async function listen (listener) {
  const server = typeof listener === 'function' ? http.createServer(listener) : listener
  if (!server.listening) await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const close = () => {
    closes.delete(close)
    server.closeAllConnections?.()
    server.close()
  }
  closes.add(close)
  const { port } = server.address()
  return { port, url: `http://127.0.0.1:${port}`, close }
}

module.exports = { listen }
