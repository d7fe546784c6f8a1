'use strict'

// A child process that is told { port, connections, seconds } and loads that
// port for so long. It answers this, and every later message, with what has
// been counted so far.

const http = require('node:http')
const { Client } = require('./client')
const { Requests } = require('./requests')

/** One connection in so many pipelines, the second to begin with. */
const PIPELINING = 50

/** How many failures of a sort are described, so that one sort does not hide another. */
const DESCRIBED = 4

/** What has been asked and what came of it, by kind of request. */
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
   * @param {string} accept what the client said
   * @param {string} coding of the body that it got
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
