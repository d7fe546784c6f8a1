'use strict'

const http = require('node:http')

/**
 * Sends one request and gives the answer as it came over the wire. If the listener fails, so
 * does this: nobody would answer.
 *
 * @param {import('node:http').RequestListener} listener what serves it
 * @param {object} [request]
 * @param {string} [request.method]
 * @param {string} [request.path]
 * @param {Record<string, string>} [request.headers]
 * @returns {Promise<{ status: number, headers: Record<string, string>, body: Buffer }>}
 *   headers without those that change from one answer to the next
 */
function exchange (listener, { method = 'GET', path = '/', headers = {} } = {}) {
  const serve = async (req, res) => { await listener(req, res) }
  const server = http.createServer()
  return new Promise((resolve, reject) => {
    server.on('request', (req, res) => {
      serve(req, res).catch((error) => {
        reject(error)
        // It is an error as well if the answer came before.
        throw error
      })
    })
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      http.request({ port, host: '127.0.0.1', method, path, headers, agent: false }, async (res) => {
        const body = Buffer.concat(await res.toArray())
        const { date, connection, 'keep-alive': keepAlive, ...rest } = res.headers
        resolve({ status: res.statusCode, headers: rest, body })
      }).on('error', reject).end()
    })
  }).finally(() => {
    server.closeAllConnections()
    server.close()
  })
}

module.exports = { exchange }
