'use strict'

// Measures the server's memory for many simultaneous slow readers, and the resources left
// open by readers that disconnect.

const fs = require('node:fs')
const http = require('node:http')
const net = require('node:net')
const path = require('node:path')
const { Duplex } = require('node:stream')
const { setTimeout: wait } = require('node:timers/promises')
const { Child } = require('../../bin/measure/child')
const { figure } = require('../../bin/measure/figures')
const progress = require('../../bin/measure/progress')
const { withFolder } = require('../folder')
const feed = require('./feed')

/** Seconds to wait for an answer of a child, and for the server to free its resources. */
const GRACE = 10
/** Bytes after which a reader may disconnect. */
const MIDWAY = 64 * 1024

/** Bytes of each read; milliseconds after each read. */
const SIP = 4 * 1024
const REST = 5

/** The last page is sent in one piece, for comparison. */
const READ = ['rows of a feed', 'a file', 'all rows at once, res.send']
const LEFT = ['rows without end', 'a file', 'a stream']

/**
 * @typedef {object} Read
 * @property {string} page
 * @property {number} readers
 * @property {number} bytes of a page
 * @property {number} wrong number of wrong bodies
 * @property {number} seconds for all readers
 * @property {Memory} before
 * @property {Memory} peak
 *
 * @typedef {{ rss: number, heapUsed: number, arrayBuffers: number }} Memory in bytes
 *
 * @typedef {object} Left
 * @property {string} page
 * @property {number} readers
 * @property {Open} before
 * @property {Open} during
 * @property {Open} after
 *
 * @typedef {{ connections: number, iterators: number, resources: number, descriptors?: number }} Open
 */

/** @throws {Error} if a body is wrong, or a resource is left open */
async function measureReaders ({ readers }) {
  const measured = []
  for (const page of READ) measured.push(await withServer(page, (server, socket) => readAll(page, readers, server, socket)))
  for (const page of LEFT) measured.push(await withServer(page, (server, socket) => leaveAll(page, readers, server, socket)))
  return measured
}

function withServer (page, use) {
  return withFolder(async (folder) => {
    fs.writeFileSync(path.join(folder, 'rows.html'), rows('<li>', '</li>\n'))
    fs.writeFileSync(path.join(folder, 'rows.txt'), rows('', '\n'))
    const server = new Child('bench/streaming/readers-server.js', [folder, page])
    try {
      await server.next(GRACE)
      return await use(server, path.join(folder, 'socket'))
    } finally {
      server.kill()
    }
  })
}

async function readAll (page, readers, server, socket) {
  const expected = Buffer.from(`<!DOCTYPE html><title>Tides</title><h1>Tides</h1><ul>${rows('<li>', '</li>\n')}</ul>`)
  const before = await server.ask('memory', GRACE)
  const start = performance.now()
  let read = 0
  const bodies = await Promise.all(Array.from({ length: readers }, async () => {
    const isRight = await compare(socket, expected)
    showSome(`readers of ${page}`, ++read, readers)
    return isRight
  }))
  const wrong = bodies.filter((isRight) => !isRight).length
  if (wrong > 0) throw new Error(`${wrong} of ${readers} readers of ${page} did not get the page`)
  const seconds = (performance.now() - start) / 1000
  const { memory } = await server.ask('memory', GRACE)
  return { page, readers, bytes: expected.length, wrong, seconds, before: before.memory, peak: memory }
}

/** Shows the progress at every tenth of the readers. */
function showSome (what, count, readers) {
  if (count % Math.ceil(readers / 10) === 0) progress.show(`${what}: ${count} of ${readers}`)
}

/** Reads a body slowly, and compares it with the page without storing it. */
function compare (socket, expected) {
  return new Promise((resolve, reject) => {
    const request = http.get({ createConnection: () => connectSlowly(socket) }, (response) => {
      let at = 0
      let isRight = true
      response.on('data', (chunk) => {
        isRight &&= chunk.equals(expected.subarray(at, at + chunk.length))
        at += chunk.length
      })
      response.on('end', () => resolve(isRight && at === expected.length))
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}

async function leaveAll (page, readers, server, socket) {
  const before = (await server.ask('open', GRACE)).open
  let waiting = 0
  const requests = await Promise.all(Array.from({ length: readers }, async () => {
    const request = await readTo(socket, MIDWAY)
    showSome(`readers who leave ${page}`, ++waiting, readers)
    return request
  }))
  const during = (await server.ask('open', GRACE)).open
  if (during.connections !== readers) throw new Error(`${during.connections} of ${readers} readers of ${page} are connected`)

  for (const request of requests) request.destroy()
  const after = await settled(server, before)
  const held = Object.keys(before).find((what) => after[what] > before[what])
  if (held) throw new Error(`${after[held]} ${held} are open after ${readers} readers of ${page} have disconnected, expected ${before[held]}`)
  return { page, readers, before, during, after }
}

/** Sends a request, and stops reading after a number of bytes. */
function readTo (socket, bytes) {
  return new Promise((resolve, reject) => {
    const request = http.get({ createConnection: () => connectSlowly(socket) }, (response) => {
      let read = 0
      response.on('data', (chunk) => {
        read += chunk.length
        if (read < bytes) return
        response.pause()
        resolve(request)
      })
      response.on('end', () => reject(new Error(`A page ended after ${read} bytes`)))
      response.on('error', () => {})
    })
    request.on('error', reject)
  })
}

/** Returns the open resources when they are back to the number before, or after a timeout. */
async function settled (server, before) {
  const deadline = performance.now() + 1000 * GRACE
  for (;;) {
    const { open } = await server.ask('open', GRACE)
    const isFree = Object.keys(before).every((what) => open[what] <= before[what])
    if (isFree || performance.now() > deadline) return open
    await wait(50)
  }
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

function rows (before, after) {
  return feed.allRows().map((row) => before + row + after).join('')
}

function summarizeReaders (measured) {
  const read = measured.filter(({ peak }) => peak)
  const left = measured.filter(({ after }) => after)
  const [{ readers, bytes }] = read
  return [
    {
      title: `${figure(readers)} simultaneous readers, 4 KB at a time, of a page of ${figure(megabytes(bytes), 1)} MB: the server's memory in MB`,
      header: ['page', 'bodies compared', 'wrong', 'seconds', 'RSS before', 'peak RSS', 'peak heap', 'peak Buffers', 'KB of RSS per reader'],
      rows: read.map(({ page, readers, wrong, seconds, before, peak }) => [
        page,
        figure(readers),
        figure(wrong),
        figure(seconds, 1),
        ...[before.rss, peak.rss, peak.heapUsed, peak.arrayBuffers].map((bytes) => figure(megabytes(bytes))),
        figure((peak.rss - before.rss) / 1024 / readers)
      ])
    },
    {
      title: `${figure(readers)} readers that disconnect within a page: open resources of the server before, during and after`,
      header: ['page', 'connections', 'iterators', 'resources of the event loop', 'file descriptors'],
      rows: left.map(({ page, before, during, after }) => [
        page,
        ...['connections', 'iterators', 'resources', 'descriptors'].map((what) => {
          return [before, during, after].map((open) => open[what] === undefined ? '–' : figure(open[what])).join(' → ')
        })
      ])
    }
  ]
}

function megabytes (bytes) {
  return bytes / 2 ** 20
}

module.exports = { connectSlowly, measureReaders, summarizeReaders }
