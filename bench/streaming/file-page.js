'use strict'

// The page with a large file: made, and received.

const { createHash, randomFillSync } = require('node:crypto')
const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const net = require('node:net')

/** What is before and behind the file on its page. */
const HEAD = '<!DOCTYPE html><title>The tides since 1887</title><pre>'
const FOOT = '</pre>\n'

const HASH = 'sha256'
/** So many bytes are made at once. */
const PIECE = 2 ** 20

/**
 * Writes a file of bytes that never repeat.
 *
 * @returns {{ bytes: number, hash: string }} of the page that it is on
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

/** Bytes that are taken off the socket at a time. */
const READ = 2 ** 20
/** Milliseconds after which a server that sends nothing is an error. */
const PATIENCE = 10_000

/**
 * @returns {Promise<string>} the hash of the body
 * @throws {Error} if it is not complete
 */
function hashOf (port, path) {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path, agent: false, timeout: PATIENCE }, (response) => {
      const hash = createHash(HASH)
      response.on('data', (chunk) => hash.update(chunk))
      response.on('end', () => resolve(hash.digest('hex')))
      response.on('error', reject)
    })
    request.on('timeout', () => request.destroy(new Error(`${path} stands still`)))
    request.on('error', reject)
  })
}

/**
 * Takes a body as fast as it comes: it is dropped.
 *
 * @returns {Promise<{ seconds: number, bytes: number }>} bytes with those of the head and of the chunks
 */
async function download (port, path) {
  let bytes = 0
  const buffer = Buffer.allocUnsafe(READ)
  const start = performance.now()
  const socket = request(port, path, { onread: { buffer, callback (length) { bytes += length } } })
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error(`${path} stands still`)))
  await once(socket, 'close')
  return { seconds: (performance.now() - start) / 1000, bytes }
}

/** Asks for a body and takes no more of it than fits into a buffer. */
function standStill (port, path) {
  return request(port, path).on('error', () => {})
}

function request (port, path, options = {}) {
  const socket = net.connect({ host: '127.0.0.1', port, ...options })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
  return socket
}

module.exports = { FOOT, HEAD, download, hashOf, standStill, writeFile }
