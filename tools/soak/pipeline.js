'use strict'

const net = require('node:net')
const { PATIENCE } = require('./exchange')

/** Bytes of each read; milliseconds before the first read and after each read. */
const SIP = 16 * 1024
const FIRST_REST = 500
const REST = 1

/**
 * Requests many pages in a pipeline, on a separate connection, and reads them in small chunks. The operating system
 * buffers about 4 MB; the server must hold the rest, which no single page would exceed.
 *
 * @param {number} [leaveAfter] bytes after which the client disconnects
 * @returns {Promise<import('../../bench/answer').Answer[]>} empty if the client disconnected
 */
function pipeline (port, paths, leaveAfter = Infinity) {
  return new Promise((resolve, reject) => {
    const sips = []
    let left = false
    const buffer = Buffer.allocUnsafe(SIP)
    const socket = net.connect({ host: '127.0.0.1', port, onread: { buffer, callback: take } })

    function take (length) {
      sips.push(Buffer.from(buffer.subarray(0, length)))
      left = sips.length * SIP >= leaveAfter
      if (left) socket.destroy()
      else setTimeout(() => socket.resume(), sips.length === 1 ? FIRST_REST : REST)
      return false
    }

    socket.setTimeout(PATIENCE, () => socket.destroy(new Error('a pipeline has stalled')))
    socket.on('error', reject)
    socket.on('close', () => resolve(left ? [] : Buffer.concat(sips)))
    socket.write(paths.map(request).join(''))
  }).then(answersIn)
}

function request (path, i, { length }) {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${i === length - 1 ? 'Connection: close\r\n' : ''}\r\n`
}

/**
 * @param {Buffer} bytes consecutive responses
 * @param {string[]} [methods] of the requests; GET by default
 * @returns {import('../../bench/answer').Answer[]} without interim responses
 * @throws {Error} if the last one is cut short
 */
function answersIn (bytes, methods = []) {
  const answers = []
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\r\n\r\n', at)
    const head = headIn(bytes.toString('latin1', at, end === -1 ? bytes.length : end))
    const body = end + 4
    const hasBody = methods[answers.length] !== 'HEAD' && head.status >= 200 && ![204, 304].includes(head.status)
    at = body + (hasBody ? Number(head.headers['content-length'] ?? bytes.length - body) : 0)
    if (end === -1 || !(at <= bytes.length)) throw new Error(`a pipeline ended in answer ${answers.length + 1}`)
    if (head.status >= 200) answers.push({ ...head, body: bytes.subarray(body, at) })
  }
  return answers
}

function headIn (text) {
  const [first, ...lines] = text.split('\r\n')
  const headers = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return { status: Number(/^HTTP\/1\.1 (\d+) /.exec(first)?.[1]), headers }
}

module.exports = { answersIn, pipeline }
