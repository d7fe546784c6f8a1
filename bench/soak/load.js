'use strict'

// A child process that is told { port, connections, seconds } and loads that
// port for so long. It answers this, and every later message, with what has
// been counted so far.

const http = require('node:http')
const { Client } = require('./client')
const { Requests } = require('./requests')
const { Tally } = require('./tally')

/** One connection in so many pipelines, the second to begin with. */
const PIPELINING = 50

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
