'use strict'

const http = require('node:http')
const net = require('node:net')
const { text } = require('node:stream/consumers')
const { setTimeout: wait } = require('node:timers/promises')

/** Milliseconds to wait for the server. */
const PATIENCE = 10_000

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string>} headers
 * @property {Buffer} body as sent
 */

/**
 * @typedef {object} Server
 * @property {number} port
 * @property {http.Agent} agent
 */

function exchange (server, asked, read = readAll) {
  return new Promise((resolve, reject) => {
    const request = send(server, asked)
    request.on('error', reject)
    request.on('response', (response) => {
      const { statusCode: status, headers } = response
      read(response).then((body) => resolve({ status, headers, body }), reject)
    })
  })
}

/** Aborts at different points of the exchange. */
const ABORTS = {
  'abort after request': (request, leave) => request.on('finish', leave),
  'abort after headers': (request, leave) => request.on('response', leave),
  'abort in body': (request, leave) => request.on('response', (response) => {
    // A response without a body, or with a short body, may end first.
    response.once('data', leave).once('end', leave)
  })
}

/** Sends a request, and aborts it at the given point. */
function abort (server, asked, moment) {
  return new Promise((resolve, reject) => {
    const request = send(server, asked)
    let left = false
    request.on('error', (error) => { if (!left) reject(error) })
    request.on('close', resolve)
    ABORTS[moment](request, () => {
      left = true
      request.destroy()
    })
  })
}

/** Reads slowly: waits before the first chunk and after every chunk. */
async function readSlowly (response) {
  await wait(50 + 250 * Math.random())
  return readAll(response, () => wait(20))
}

async function readAll (response, rest) {
  const pieces = []
  for await (const piece of response) {
    pieces.push(piece)
    await rest?.()
  }
  return Buffer.concat(pieces)
}

/** @returns {Promise<number>} the status that the server gives to bytes that are no request, before it closes the connection */
async function refusal ({ port }, bytes) {
  const socket = net.connect(port, '127.0.0.1')
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error('a malformed request has not been refused')))
  socket.write(bytes, 'latin1')
  return Number((await text(socket)).split(' ')[1])
}

function send ({ port, agent }, asked) {
  const { path, headers } = headOf(asked)
  const request = http.request({ host: '127.0.0.1', port, agent, method: asked.method, path, headers, timeout: PATIENCE })
  request.on('timeout', () => request.destroy(new Error(`no answer within ${PATIENCE / 1000} s`)))
  return request.end()
}

function headOf ({ name, n, encoding: { accept }, tag, headers: more, isStreamed }) {
  const headers = { ...more }
  if (accept !== undefined) headers['Accept-Encoding'] = accept
  if (tag !== undefined) headers['If-None-Match'] = tag
  return { path: `${isStreamed ? '/streamed' : ''}/${name}/${n}`, headers }
}

module.exports = { ABORTS, PATIENCE, abort, exchange, readSlowly, refusal }
