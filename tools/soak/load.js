'use strict'

// A child process that gets { port, connections, seconds } and loads that port for this time. It answers this message
// and every later one with its counters so far.

const http = require('node:http')
const { Client } = require('./client')
const { Requests } = require('./requests')

/** Every how many connections one sends pipelines, starting with the second. */
const PIPELINING = 50

/** Number of described failures of each kind, so that no kind hides another. */
const DESCRIBED = 4

/** Counts requests and their results, by kind of request. */
class Tally {
  kinds = {}
  failures = 0
  described = {}
  done = false

  count (kind, what) {
    this.kinds[kind] ??= {}
    this.kinds[kind][what] = (this.kinds[kind][what] ?? 0) + 1
  }

  fail (kind, what, description) {
    this.count(kind, what)
    this.failures++
    this.described[what] ??= []
    if (this.described[what].length < DESCRIBED) this.described[what].push(`${kind}, ${description}`)
  }
}

const tally = new Tally()

async function load ({ port, connections, seconds }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const client = new Client({ port, agent }, new Requests(), tally)
  const end = Date.now() + seconds * 1000
  await Promise.all(Array.from({ length: connections }, async (_, i) => {
    while (Date.now() < end) await (i % PIPELINING === 1 ? client.askPipelined() : client.ask())
  }))
  agent.destroy()
  tally.done = true
}

process.on('disconnect', () => process.exit())
process.on('message', (message) => {
  if (message.port !== undefined) load(message)
  process.send(tally)
})
