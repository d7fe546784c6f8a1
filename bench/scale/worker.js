'use strict'

// A process of `server.js`. It sends its port when it listens, and answers every message, one of `ANSWERS`.

const http = require('node:http')
const { once } = require('node:events')
const cases = require('../cases')
const servers = require('../servers')

const [serverName, socket] = process.argv.slice(2)
let requests = 0
/** Microseconds of CPU time of the longest turn of the event loop since the last answer, 0 on Node 20 and 22, which do not tell it. */
let longest = 0
let start

const ANSWERS = {
  /** Requests since the start, and microseconds of CPU time: all, and those of the longest turn since the last answer. */
  usage () {
    const usage = { requests, cpu: sum(process.cpuUsage()), longest }
    longest = 0
    return usage
  },
  /** Requests since the start, and bytes: all memory, and the heap after a garbage collection. */
  memory () {
    const { rss } = process.memoryUsage()
    global.gc()
    return { requests, rss, heap: process.memoryUsage().heapUsed }
  }
}

const sum = ({ user, system }) => user + system

function countRequest () {
  requests++
  if (start !== undefined) return
  start = process.threadCpuUsage?.()
  setImmediate(() => {
    if (start !== undefined) longest = Math.max(longest, sum(process.threadCpuUsage(start)))
    start = undefined
  })
}

async function main () {
  const listener = await servers[serverName].create(cases.find(({ name }) => name === 'article'))
  const [tcp] = await Promise.all([{ port: 0, host: '127.0.0.1' }, ...socket ? [{ path: socket }] : []].map(async (where) => {
    const server = http.createServer({ ...listener.classes }, listener).prependListener('request', countRequest)
    await once(server.listen(where), 'listening')
    return server
  }))
  process.on('message', (question) => process.send(ANSWERS[question]()))
  process.send(tcp.address().port)
}

main()
