'use strict'

const net = require('node:net')
const { PATIENCE } = require('./exchange')

/** Bytes that a client takes at a time; milliseconds that it rests before the first and after each. */
const SIP = 16 * 1024
const FIRST_REST = 500
const REST = 1

/**
 * Asks for many pages at once, on a connection of its own, and reads them in
 * sips. The operating system takes some 4 MB off the server's hands; what goes
 * beyond that is the server's to hold, as no single page would be.
 *
 * @param {number} [leaveAfter] bytes after which the client hangs up
 * @returns {Promise<import('./exchange').Answer[]>} none from a client that hung up
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

    socket.setTimeout(PATIENCE, () => socket.destroy(new Error('a pipeline stands still')))
    socket.on('error', reject)
    socket.on('close', () => resolve(left ? [] : Buffer.concat(sips)))
    socket.write(paths.map(request).join(''))
  }).then((bytes) => answersIn(bytes))
}

function request (path, i, { length }) {
  const connection = i === length - 1 ? 'Connection: close\r\n' : ''
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${connection}\r\n`
}

/** @param {Buffer} bytes answers one after the other */
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
