'use strict'

const http = require('node:http')
const { setTimeout: wait } = require('node:timers/promises')

/** Milliseconds after which a server that says nothing is an error. */
const PATIENCE = 10_000

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string>} headers
 * @property {Buffer} body as it was sent
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

/** Says goodbye at a moment of the exchange. */
const ABORTS = {
  'abort after request': (request, leave) => request.on('finish', leave),
  'abort after headers': (request, leave) => request.on('response', leave),
  'abort in body': (request, leave) => request.on('response', (response) => {
    // What has no body, or had all of it in its first bytes, ends before.
    response.once('data', leave).once('end', leave)
  })
}

/** Leaves a request alone once it has come so far. */
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

/** Takes its time: reads nothing at first, then rests after every piece. */
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

function send ({ port, agent }, asked) {
  const { path, headers } = headOf(asked)
  const request = http.request({ host: '127.0.0.1', port, agent, method: asked.method, path, headers, timeout: PATIENCE })
  request.on('timeout', () => request.destroy(new Error(`no answer within ${PATIENCE / 1000} s`)))
  return request.end()
}

function headOf ({ name, n, encoding: { accept }, tag }) {
  const headers = {}
  if (accept !== undefined) headers['Accept-Encoding'] = accept
  if (tag !== undefined) headers['If-None-Match'] = tag
  return { path: `/${name}/${n}`, headers }
}

module.exports = { ABORTS, PATIENCE, abort, exchange, readSlowly }
