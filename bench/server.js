'use strict'

// A child process that serves one variant of one case. It sends its port when
// it listens, and answers every message with how busy it was since the message
// before.

const http = require('node:http')
const { performance } = require('node:perf_hooks')
const cases = require('./cases')
const variants = require('./variants')

async function serve (caseName, variantName) {
  const listener = await variants[variantName](cases.find(({ name }) => name === caseName))
  const server = http.createServer(listener)
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
}

function reportUsage () {
  let last = usage()
  process.on('message', () => {
    const current = usage()
    process.send(difference(current, last))
    last = current
  })
}

function usage () {
  return { time: performance.now(), loop: performance.eventLoopUtilization(), cpu: process.cpuUsage() }
}

/** The share of the time in which the event loop was busy, and the cores that all threads took. */
function difference (current, last) {
  const { user, system } = process.cpuUsage(last.cpu)
  return {
    utilization: performance.eventLoopUtilization(current.loop, last.loop).utilization,
    cores: (user + system) / 1000 / (current.time - last.time)
  }
}

process.on('disconnect', () => process.exit())
reportUsage()
serve(...process.argv.slice(2))
