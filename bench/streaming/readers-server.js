'use strict'

// A child process that sends pages of 1 MB to many readers. It listens on a socket in
// the file system, for which the kernel buffers 0.2 MB per reader; over TCP, with 4 MB,
// it would buffer the complete page. The process sends 'listening',
// and answers every message with its memory and its open resources.

const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const { setTimeout: wait } = require('node:timers/promises')
const express = require('express')
const bufferedRender = require('buffered-render')
const { feed, feeds } = require('./feed')

const { fragment, html } = bufferedRender

/** Milliseconds until late content is available, and between memory samples. */
const LATE = 20
const INTERVAL = 20
/** Backlog of simultaneous connections. */
const MOST_WAITING = 4096

const [folder, name] = process.argv.slice(2)

const item = (text) => html`<li>${text}</li>
`
const late = () => wait(LATE, html`<h1>Tides</h1>`)
const list = (content) => html`<!DOCTYPE html><title>Tides</title>${late()}<ul>${content}</ul>`

/** @type {Record<string, import('express').RequestHandler>} */
const pages = {
  'rows of a feed': (req, res) => res.renderStream(list(feed(item))),
  'a file': (req, res) => res.renderStream(list(fragment.file('rows.html', { roots: folder }))),
  'a stream': (req, res) => res.renderStream(list(fs.createReadStream(path.join(folder, 'rows.txt')))),
  'all rows at once, res.send': async (req, res) => {
    const rows = []
    for await (const row of feed(item)) rows.push(row)
    res.send(list(rows))
  },
  'rows without end': (req, res) => res.renderStream(list(feed(item, Infinity)))
}

const peak = { heapUsed: 0, arrayBuffers: 0 }
setInterval(() => {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  peak.heapUsed = Math.max(peak.heapUsed, heapUsed)
  peak.arrayBuffers = Math.max(peak.arrayBuffers, arrayBuffers)
}, INTERVAL)

const app = express().use(bufferedRender({ compress: false, memo: false })).get('/', pages[name])
const server = http.createServer(app)
server.listen({ path: path.join(folder, 'socket'), backlog: MOST_WAITING }, () => process.send('listening'))
process.on('disconnect', () => process.exit())
process.on('message', () => server.getConnections((error, connections) => {
  if (error) throw error
  process.send({
    memory: { rss: process.resourceUsage().maxRSS * 1024, ...peak },
    open: { connections, iterators: feeds.begun - feeds.over, ...resources(), descriptors: descriptors() }
  })
}))

/** Returns the resources of the event loop, without timers. */
function resources () {
  const active = process.getActiveResourcesInfo().filter((type) => type !== 'Timeout')
  return { resources: active.length }
}

/** Returns the number of open files and sockets, if the system reports it. */
function descriptors () {
  return fs.existsSync('/proc/self/fd') ? fs.readdirSync('/proc/self/fd').length : undefined
}
