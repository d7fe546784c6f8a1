'use strict'

// A child process that serves one variant of one case. It sends its port when
// it listens, and answers every message with the share of the time, since the
// message before, in which its event loop was busy.

const http = require('node:http')
const { eventLoopUtilization } = require('node:perf_hooks').performance
const cases = require('./cases')
const { variants } = require('./variants')

async function serve (caseName, variantName) {
  const listener = await variants[variantName](cases.find(({ name }) => name === caseName))
  const server = http.createServer(listener)
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
}

function reportUtilization () {
  let last = eventLoopUtilization()
  process.on('message', () => {
    const now = eventLoopUtilization()
    process.send(eventLoopUtilization(now, last).utilization)
    last = now
  })
}

process.on('disconnect', () => process.exit())
reportUtilization()
serve(...process.argv.slice(2))
