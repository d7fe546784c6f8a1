'use strict'

// A process of `server.js`. It sends its port when it listens, and answers every message, one of `ANSWERS`.

const http = require('node:http')
const { once } = require('node:events')
const cases = require('../cases')
const servers = require('../servers')

const [socket, caseName, serverName] = process.argv.slice(2)
let requests = 0

const ANSWERS = {
  /** Requests since the start, and microseconds of CPU time. */
  usage () {
    const { user, system } = process.cpuUsage()
    return { requests, cpu: user + system }
  },
  /** Requests since the start, and bytes: all memory, and the heap after a garbage collection. */
  memory () {
    const { rss } = process.memoryUsage()
    global.gc()
    return { requests, rss, heap: process.memoryUsage().heapUsed }
  }
}

async function main () {
  const listener = await servers[serverName].create(cases.find(({ name }) => name === caseName))
  const [tcp] = await Promise.all([{ port: 0, host: '127.0.0.1' }, { path: socket }].map(async (where) => {
    const server = http.createServer({ ...listener.classes }, listener).on('request', () => { requests++ })
    await once(server.listen(where), 'listening')
    return server
  }))
  process.on('message', (question) => process.send(ANSWERS[question]()))
  process.send(tcp.address().port)
}

main()
