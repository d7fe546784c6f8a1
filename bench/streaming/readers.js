'use strict'

// Measures the server's memory for many simultaneous slow readers.

const fs = require('node:fs')
const http = require('node:http')
const net = require('node:net')
const path = require('node:path')
const { Duplex } = require('node:stream')
const { Child } = require('../../bin/measure/child')
const { figure } = require('../../bin/measure/figures')
const progress = require('../../bin/measure/progress')
const { GRACE } = require('../contest')
const { withFolder } = require('../folder')
const { rowsOf } = require('./rows')

/** Bytes of each read; milliseconds after each read. */
const SIP = 4 * 1024
const REST = 5

/** The last page is sent in one piece, for comparison. */
const PAGES = ['rows of a feed', 'a file', 'all rows at once, res.send']

/**
 * @typedef {{ rss: number, heapUsed: number, arrayBuffers: number }} Memory in bytes
 *
 * @typedef {{ page: string, readers: number, bytes: number, seconds: number, before: Memory, peak: Memory }} Read bytes of a page, seconds for all
 */

/**
 * @returns {Promise<Read[]>}
 * @throws {Error} if a body is wrong
 */
async function measureReaders ({ readers }) {
  const measured = []
  for (const page of PAGES) measured.push(await measurePage(page, readers))
  return measured
}

function measurePage (page, readers) {
  return withFolder(async (folder) => {
    const rows = rowsOf().map((row) => `<li>${row}</li>\n`).join('')
    fs.writeFileSync(path.join(folder, 'rows.html'), rows)
    const expected = Buffer.from(`<!DOCTYPE html><title>Tides</title><h1>Tides</h1><ul>${rows}</ul>`)
    const server = new Child('bench/streaming/readers-server.js', [folder, page])
    try {
      await server.next(GRACE)
      const before = await server.ask('memory', GRACE)
      const start = performance.now()
      progress.show(`${readers} readers of ${page}`)
      const bodies = await Promise.all(Array.from({ length: readers }, () => compare(path.join(folder, 'socket'), expected)))
      const wrong = bodies.filter((isRight) => !isRight).length
      if (wrong > 0) throw new Error(`${wrong} of ${readers} readers of ${page} did not get the page`)
      return { page, readers, bytes: expected.length, seconds: (performance.now() - start) / 1000, before, peak: await server.ask('memory', GRACE) }
    } finally {
      server.kill()
    }
  })
}

/** Reads a body slowly, and compares it with the page without storing it. */
function compare (socket, expected) {
  return new Promise((resolve, reject) => {
    http.get({ createConnection: () => connectSlowly(socket) }, (response) => {
      let at = 0
      let isRight = true
      response.on('data', (chunk) => {
        isRight &&= chunk.equals(expected.subarray(at, at + chunk.length))
        at += chunk.length
      })
      response.on('end', () => resolve(isRight && at === expected.length))
      response.on('error', reject)
    }).on('error', reject)
  })
}

/**
 * @param {string} path of a socket in the file system
 * @returns {Duplex} a connection that reads in small chunks
 */
function connectSlowly (path) {
  const buffer = Buffer.allocUnsafe(SIP)
  let rest
  const connection = new Duplex({
    readableHighWaterMark: 1,
    read () {
      rest = setTimeout(() => socket.resume(), REST)
    },
    write: (chunk, encoding, callback) => socket.write(chunk, callback),
    final: (callback) => socket.end(callback),
    destroy (error, callback) {
      clearTimeout(rest)
      socket.destroy()
      callback(error)
    }
  })
  const callback = (length) => {
    connection.push(Buffer.from(buffer.subarray(0, length)))
    return false
  }
  const socket = net.connect({ path, onread: { buffer, callback } })
  socket.on('error', (error) => connection.destroy(error))
  socket.on('end', () => connection.push(null))
  return connection
}

function summarizeReaders (measured) {
  const [{ readers, bytes }] = measured
  const megabytes = (bytes) => bytes / 2 ** 20
  return {
    title: `${figure(readers)} simultaneous readers, 4 KB at a time, of a page of ${figure(megabytes(bytes), 1)} MB, all bodies compared: the server's memory in MB`,
    header: ['page', 'seconds', 'RSS before', 'peak RSS', 'peak heap', 'peak Buffers', 'KB of RSS per reader'],
    rows: measured.map(({ page, readers, seconds, before, peak }) => [
      page,
      figure(seconds, 1),
      ...[before.rss, peak.rss, peak.heapUsed, peak.arrayBuffers].map((bytes) => figure(megabytes(bytes))),
      figure((peak.rss - before.rss) / 1024 / readers)
    ])
  }
}

module.exports = { measureReaders, summarizeReaders }
