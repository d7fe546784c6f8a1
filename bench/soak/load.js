'use strict'

// A child process that gets { port, connections, seconds } and loads that port
// for this time. It answers this message and every later one with its counters
// so far.

const http = require('node:http')
const { Client } = require('./client')
const { Requests } = require('./requests')

/** Every how many connections one sends pipelines, starting with the second. */
const PIPELINING = 50

/** Number of described failures of each kind, so that no kind hides another. */
const DESCRIBED = 4

/** Counts requests and their results, by kind of request. */
class Tally {
  constructor () {
    this.kinds = {}
    this.encodings = {}
    this.failures = 0
    this.described = {}
  }

  count (kind, what) {
    this.kinds[kind] ??= {}
    increment(this.kinds[kind], what)
  }

  /**
   * @param {string} accept Accept-Encoding of the client
   * @param {string} coding of the body
   */
  countEncoding (accept, coding) {
    this.encodings[accept] ??= {}
    increment(this.encodings[accept], coding)
  }

  fail (kind, what, description) {
    this.count(kind, what)
    this.failures++
    this.described[what] ??= []
    if (this.described[what].length < DESCRIBED) this.described[what].push(`${kind}, ${description}`)
  }
}

function increment (counts, name) {
  counts[name] = (counts[name] ?? 0) + 1
}

const tally = new Tally()
let done = false

async function load ({ port, connections, seconds }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const client = new Client({ port, agent }, new Requests(), tally)
  const end = Date.now() + seconds * 1000

  const connect = async (_, i) => {
    const pipelines = i % PIPELINING === 1
    while (Date.now() < end) await (pipelines ? client.askPipelined() : client.ask())
  }
  await Promise.all(Array.from({ length: connections }, connect))
  agent.destroy()
  done = true
}

process.on('disconnect', () => process.exit())
process.once('message', load)
process.on('message', () => process.send({ ...tally, done }))
