'use strict'

const { once } = require('node:events')
const http = require('node:http')
const net = require('node:net')
const zlib = require('node:zlib')
const { SECONDS } = require('../in-time')

const HOST = '127.0.0.1'
/** Requests under way at the same time. */
const CONNECTIONS = 16

const DECODERS = { br: zlib.brotliDecompressSync, deflate: zlib.inflateSync, gzip: zlib.gunzipSync }

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {http.IncomingHttpHeaders} headers
 * @property {number} bytes the length of the body, as sent
 * @property {Buffer} page the decoded body
 */

/**
 * @param {http.OutgoingHttpHeaders} [headers]
 * @returns {Promise<Answer>}
 * @throws {Error} if the body is not in the coding that it names
 */
async function get (port, headers) {
  const request = http.get({ host: HOST, port, headers, agent: false, timeout: SECONDS * 1000 })
  request.once('timeout', () => request.destroy(new Error(`There was no answer within ${SECONDS} s`)))
  const [response] = await once(request, 'response')
  const chunks = await response.toArray()
  const body = Buffer.concat(chunks)
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: body.length,
    page: decode(body, response.headers['content-encoding'])
  }
}

function decode (body, coding = 'identity') {
  // Responses without a body, such as 304, may name the coding of the page.
  if (coding === 'identity' || body.length === 0) return body
  try {
    return DECODERS[coding](body)
  } catch (error) {
    throw new Error(`The response is not valid ${coding}: ${error.message}`, { cause: error })
  }
}

/** @returns {net.Socket[]} connections that are kept, since opening them takes the time of several requests */
function connect (port) {
  // What is wrong with one that is not in use shows at its next use.
  return Array.from({ length: CONNECTIONS }, () => net.connect(port, HOST).on('error', () => {}))
}

/**
 * Sends requests over all connections, for a time or until a number of them are answered.
 *
 * @param {net.Socket[]} sockets from `connect`
 * @param {object} how
 * @param {number} how.status the one expected of all answers
 * @returns {Promise<number>} the number of answers
 * @throws {Error} for an answer with a different status, whose body is its `text`, and if a connection fails
 */
async function sendRequests (sockets, { headers, status, milliseconds, requests = Infinity }) {
  const head = Object.entries({ Host: HOST, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const request = Buffer.from(`GET / HTTP/1.1\r\n${head}\r\n`)
  const end = performance.now() + milliseconds
  let count = 0
  const isLast = () => ++count >= requests || performance.now() >= end
  await Promise.all(sockets.map((socket) => exchange(socket, { request, status, isLast })))
  return count
}

/** Sends the request again and again over one connection. `isLast` is called for each answer. */
function exchange (socket, { request, status, isLast }) {
  let received = Buffer.alloc(0)
  return new Promise((resolve, reject) => {
    const settle = (how, value) => {
      for (const event in listeners) socket.off(event, listeners[event])
      if (how === reject) socket.destroy()
      how(value)
    }
    const listeners = {
      error: (error) => settle(reject, error),
      close: () => settle(reject, new Error('The server has closed a connection')),
      timeout: () => settle(reject, new Error(`There was no answer within ${SECONDS} s`)),
      data (data) {
        received = received.length === 0 ? data : Buffer.concat([received, data])
        const answer = readAnswer(received)
        if (answer === undefined) return
        if (answer.status !== status) {
          const error = new Error(`The status is ${answer.status}, expected ${status}`)
          return settle(reject, Object.assign(error, { text: String(received.subarray(answer.start, answer.end)) }))
        }
        received = received.subarray(answer.end)
        if (isLast()) settle(resolve)
        else socket.write(request)
      }
    }
    if (socket.destroyed) return listeners.close()
    for (const event in listeners) socket.on(event, listeners[event])
    socket.setTimeout(SECONDS * 1000).write(request)
  })
}

/**
 * @returns {{ status: number, start: number, end: number } | undefined} where the body is; undefined if the answer is
 *   not complete yet
 */
function readAnswer (received) {
  const start = received.indexOf('\r\n\r\n') + 4
  if (start < 4) return undefined
  const head = received.latin1Slice(0, start)
  const status = Number(head.slice(9, 12))
  const end = status === 304 ? start : endOfBody(received, start, head)
  return end <= received.length ? { status, start, end } : undefined
}

/** @returns {number} more than the length of what was received if the body is not complete */
function endOfBody (received, start, head) {
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? []
  if (length !== undefined) return start + Number(length)
  for (let position = start; ;) {
    const endOfSize = received.indexOf('\r\n', position)
    if (endOfSize === -1) return Infinity
    const size = Number.parseInt(received.latin1Slice(position, endOfSize), 16)
    position = endOfSize + 2 + size + 2
    if (size === 0) return position
  }
}

module.exports = { connect, get, readAnswer, sendRequests }
