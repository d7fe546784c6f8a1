'use strict'

const { once } = require('node:events')
const http = require('node:http')

/** What serves the connections of clients, by their ports, until it is asked to. */
const servers = new Map()

/** One server for all that a test file asks: to start one takes longer than a request. */
let server

if (typeof afterAll === 'function') {
  afterAll(() => {
    server?.closeAllConnections()
    server?.close()
  })
}

/** @returns {Promise<number>} the port of the server, which is started when it is first asked for */
async function startedPort () {
  server ??= http.createServer((req, res) => {
    const { remotePort } = req.socket
    const serve = servers.get(remotePort)
    servers.delete(remotePort)
    serve(req, res)
  }).listen(0, '127.0.0.1')
  if (!server.listening) await once(server, 'listening')
  return server.address().port
}

/**
 * Sends one request over a connection of its own and returns the answer as it came over the wire.
 * Fails if the listener fails, since no answer would come.
 *
 * @param {import('node:http').RequestListener} listener what serves it
 * @param {object} [request]
 * @param {string} [request.method]
 * @param {string} [request.path]
 * @param {Record<string, string>} [request.headers]
 * @returns {Promise<{ status: number, headers: Record<string, string>, body: Buffer }>}
 *   headers without those that change from one answer to the next
 */
async function exchange (listener, { method = 'GET', path = '/', headers = {} } = {}) {
  const port = await startedPort()
  return new Promise((resolve, reject) => {
    http.request({ port, host: '127.0.0.1', method, path, headers, agent: false }, async (res) => {
      const body = Buffer.concat(await res.toArray())
      const { date, connection, 'keep-alive': keepAlive, ...rest } = res.headers
      resolve({ status: res.statusCode, headers: rest, body })
    }).once('socket', (socket) => {
      socket.once('connect', () => servers.set(socket.localPort, async (req, res) => {
        try {
          await listener(req, res)
        } catch (error) {
          reject(error)
        }
      }))
    }).on('error', reject).end()
  })
}

/** Asks one after the other. A request may be a function that makes it of the answer before. */
async function exchangeAll (listener, requests) {
  const answers = []
  for (const request of requests) {
    answers.push(await exchange(listener, typeof request === 'function' ? request(answers.at(-1)) : request))
  }
  return answers
}

module.exports = { exchange, exchangeAll }
