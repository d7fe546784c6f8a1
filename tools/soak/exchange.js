'use strict'

const http = require('node:http')
const { setTimeout: wait } = require('node:timers/promises')

/** Milliseconds to wait for the server. */
const PATIENCE = 10_000

/**
 * @param {{ port: number, agent: http.Agent }} server
 * @param {import('./requests').Asked} asked
 * @param {number} [rest] milliseconds to wait after every chunk; a slow reader also waits before the first
 * @returns {Promise<import('../../bench/answer').Answer>}
 */
async function exchange (server, asked, rest = 0) {
  const response = await new Promise((resolve, reject) => send(server, asked).on('error', reject).on('response', resolve))
  const { statusCode: status, headers } = response
  if (rest > 0) await wait(50 + 250 * Math.random())
  const pieces = []
  for await (const piece of response) {
    pieces.push(piece)
    if (rest > 0) await wait(rest)
  }
  return { status, headers, body: Buffer.concat(pieces) }
}

/** Aborts at different points of the exchange. */
const ABORTS = {
  'abort after request': (request, leave) => request.on('finish', leave),
  'abort after headers': (request, leave) => request.on('response', leave),
  // A response without a body, or with a short body, may end first.
  'abort in body': (request, leave) => request.on('response', (response) => response.once('data', leave).once('end', leave))
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

function send ({ port, agent }, { name, n, method, encoding: { accept }, tag, isStreamed }) {
  const headers = { ...accept !== undefined && { 'Accept-Encoding': accept }, ...tag !== undefined && { 'If-None-Match': tag } }
  const request = http.request({ host: '127.0.0.1', port, agent, method, path: `${isStreamed ? '/streamed' : ''}/${name}/${n}`, headers, timeout: PATIENCE })
  request.on('timeout', () => request.destroy(new Error(`no answer within ${PATIENCE / 1000} s`)))
  return request.end()
}

module.exports = { ABORTS, PATIENCE, abort, exchange }
