'use strict'

// Measures the server's memory for many simultaneous slow readers.

const fs = require('node:fs')
const net = require('node:net')
const path = require('node:path')
const { Child } = require('../../bin/measure/child')
const { figure } = require('../../bin/measure/figures')
const progress = require('../../bin/measure/progress')
const { GRACE } = require('../contest')
const { withFolder } = require('../folder')
const { rowsOf } = require('./rows')

/** Bytes of each read; milliseconds after each read. */
const SIP = 4 * 1024
const REST = 5

const END = '\r\n\r\n'

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

/** Reads a body slowly, and compares it with the page without storing it. In HTTP/1.0, it ends with the connection, without framing. */
function compare (socketPath, expected) {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(SIP)
    let head = ''
    let at = 0
    let isRight = true
    const callback = (length) => {
      let sip = buffer.subarray(0, length)
      if (!head.endsWith(END)) {
        const end = sip.indexOf(END) + END.length
        head += sip.toString('latin1', 0, end)
        sip = sip.subarray(end)
      }
      isRight &&= sip.equals(expected.subarray(at, at + sip.length))
      at += sip.length
      setTimeout(() => socket.resume(), REST)
      return false
    }
    const socket = net.connect({ path: socketPath, onread: { buffer, callback } })
    socket.on('error', reject).on('close', () => resolve(isRight && at === expected.length && head.startsWith('HTTP/1.1 200')))
    socket.write(`GET / HTTP/1.0${END}`)
  })
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
