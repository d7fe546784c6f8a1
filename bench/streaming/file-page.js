'use strict'

// Writes and receives the page with a large file.

const { createHash, randomFillSync } = require('node:crypto')
const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const net = require('node:net')

/** Text before and after the file on its page. */
const HEAD = '<!DOCTYPE html><title>The tides since 1887</title><pre>'
const FOOT = '</pre>\n'

const HASH = 'sha256'
/** Bytes generated at a time. */
const PIECE = 2 ** 20

/**
 * Writes a file of pseudorandom bytes.
 *
 * @returns {{ bytes: number, hash: string }} of the page that contains it
 */
function writeFile (file, megabytes) {
  const hash = createHash(HASH).update(HEAD)
  const piece = Buffer.allocUnsafe(PIECE)
  const descriptor = fs.openSync(file, 'w')
  try {
    for (let i = 0; i < megabytes; i++) {
      hash.update(randomFillSync(piece))
      fs.writeSync(descriptor, piece)
    }
  } finally {
    fs.closeSync(descriptor)
  }
  return { bytes: HEAD.length + megabytes * PIECE + FOOT.length, hash: hash.update(FOOT).digest('hex') }
}

/** Bytes of each read from the socket. */
const READ = 2 ** 20
/** Milliseconds to wait for the server. */
const PATIENCE = 10_000

/**
 * @returns {Promise<string>} hash of the body
 * @throws {Error} if the body is incomplete
 */
function hashOf (port, path) {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, agent: false, timeout: PATIENCE }, (response) => {
      const hash = createHash(HASH)
      response.on('data', (chunk) => hash.update(chunk))
      response.on('end', () => resolve(hash.digest('hex')))
      response.on('error', reject)
    })
    request.on('timeout', () => request.destroy(new Error(`${path} has stalled`)))
    request.on('error', reject)
  })
}

/**
 * Reads a body at full speed and drops it.
 *
 * @returns {Promise<{ seconds: number, bytes: number }>} bytes include the head and the chunk framing
 */
async function download (port, path) {
  let bytes = 0
  const buffer = Buffer.allocUnsafe(READ)
  const start = performance.now()
  const socket = request(port, path, { onread: { buffer, callback (length) { bytes += length } } })
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error(`${path} has stalled`)))
  await once(socket, 'close')
  return { seconds: (performance.now() - start) / 1000, bytes }
}

/** Requests a body and reads only the first buffer of it. */
function standStill (port, path) {
  return request(port, path).on('error', () => {})
}

function request (port, path, options = {}) {
  const socket = net.connect({ host: '127.0.0.1', port, ...options })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
  return socket
}

module.exports = { FOOT, HEAD, download, hashOf, standStill, writeFile }
