'use strict'

// A child process that sends pages of 1 MB to many readers. It listens on a socket in
// the file system, for which the kernel buffers 0.2 MB per reader; over TCP, with 4 MB,
// it would buffer the complete page. The process sends 'listening', and answers every message with its memory.

const http = require('node:http')
const path = require('node:path')
const { setImmediate: nextTurn, setTimeout: wait } = require('node:timers/promises')
const express = require('express')
const bufferedRender = require('buffered-render')
const { BATCH, rowsOf } = require('./rows')

const { fragment, html } = bufferedRender

/** Milliseconds until late content is available, and between memory samples. */
const LATE = 20
const INTERVAL = 20
/** Backlog of simultaneous connections. */
const MOST_WAITING = 4096

const [folder, name] = process.argv.slice(2)

/** Rows arrive in batches, as from a database. */
async function * feed () {
  for (const [n, row] of rowsOf().entries()) {
    if (n % BATCH === 0) await nextTurn()
    yield html`<li>${row}</li>
`
  }
}

const late = () => wait(LATE, html`<h1>Tides</h1>`)
const list = (content) => html`<!DOCTYPE html><title>Tides</title>${late()}<ul>${content}</ul>`

/** @type {Record<string, import('express').RequestHandler>} */
const pages = {
  'rows of a feed': (req, res) => res.renderStream(list(feed())),
  'a file': (req, res) => res.renderStream(list(fragment.file('rows.html', { roots: folder }))),
  'all rows at once, res.send': async (req, res) => res.send(list(await all(feed())))
}

async function all (rows) {
  const list = []
  for await (const row of rows) list.push(row)
  return list
}

const peak = { heapUsed: 0, arrayBuffers: 0 }
setInterval(() => {
  const usage = process.memoryUsage()
  for (const name in peak) peak[name] = Math.max(peak[name], usage[name])
}, INTERVAL)

const app = express().use(bufferedRender({ compress: false, memo: false })).get('/', pages[name])
http.createServer(app).listen({ path: path.join(folder, 'socket'), backlog: MOST_WAITING }, () => process.send('listening'))
process.on('disconnect', () => process.exit())
process.on('message', () => process.send({ rss: process.resourceUsage().maxRSS * 1024, ...peak }))
