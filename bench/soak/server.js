'use strict'

// A child process that serves the app of one framework. It sends its port when
// it listens, and answers every message with its memory, the library's stats,
// the errors that nobody should have caused, and how many resets of clients
// the framework has reported.

const http = require('node:http')
const { apps } = require('./apps')

/** How many errors are described. */
const DESCRIBED = 5

const troubles = { count: 0, described: [] }
let resets = 0

function report (error) {
  troubles.count++
  if (troubles.described.length < DESCRIBED) troubles.described.push(error?.stack ?? String(error))
}

function serve (framework) {
  const { listener, renderer } = apps[framework]({ error: report, reset: () => { resets++ } })
  // No connection is closed for being idle: a client that rests would take it for an error.
  const server = http.createServer({ keepAliveTimeout: 0 }, listener)
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
  process.on('message', () => process.send({ memory: measure(), stats: renderer.stats(), troubles, resets }))
}

function measure () {
  // What the first collection finalizes, such as the streams of zlib, goes with the second.
  global.gc?.()
  global.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heapUsed, external, rss }
}

process.on('disconnect', () => process.exit())
// Too many listeners are a warning, and what is left on a response or a socket a leak.
for (const event of ['uncaughtException', 'unhandledRejection', 'warning']) process.on(event, report)
serve(process.argv[2])
