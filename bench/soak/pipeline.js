'use strict'

const net = require('node:net')
const { PATIENCE } = require('./exchange')

/** Bytes of each read; milliseconds before the first read and after each read. */
const SIP = 16 * 1024
const FIRST_REST = 500
const REST = 1

/**
 * Requests many pages in a pipeline, on a separate connection, and reads them in
 * small chunks. The operating system buffers about 4 MB; the server must hold the
 * rest, which no single page would exceed.
 *
 * @param {number} [leaveAfter] bytes after which the client disconnects
 * @returns {Promise<import('./exchange').Answer[]>} empty if the client disconnected
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
      else rest(sips.length === 1 ? FIRST_REST : REST)
      return false
    }
    const rest = (milliseconds) => setTimeout(() => socket.resume(), milliseconds)

    socket.setTimeout(PATIENCE, () => socket.destroy(new Error('a pipeline has stalled')))
    socket.on('error', reject)
    socket.on('close', () => resolve(left ? [] : Buffer.concat(sips)))
    socket.write(paths.map(request).join(''))
  }).then((bytes) => answersIn(bytes))
}

function request (path, i, { length }) {
  const connection = i === length - 1 ? 'Connection: close\r\n' : ''
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${connection}\r\n`
}

/** @param {Buffer} bytes consecutive responses */
function answersIn (bytes) {
  const answers = []
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\r\n\r\n', at)
    const head = headIn(bytes.toString('latin1', at, end === -1 ? bytes.length : end))
    const body = end + 4
    at = body + Number(head.headers['content-length'])
    if (end === -1 || !(at <= bytes.length)) throw new Error(`a pipeline ended in answer ${answers.length + 1}`)
    answers.push({ ...head, body: bytes.subarray(body, at) })
  }
  return answers
}

function headIn (text) {
  const [first, ...lines] = text.split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: Number(/^HTTP\/1\.1 (\d+) /.exec(first)?.[1]), headers: Object.fromEntries(headers) }
}

module.exports = { pipeline }
