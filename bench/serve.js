'use strict'

const http = require('node:http')

/** Serves in a child process. Sends its port when it listens, and answers every message with its load since the previous message. */
function serve (listener) {
  answerUsage()
  const server = http.createServer({ ...listener.classes }, listener)
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
}

function answerUsage () {
  let last = usage()
  process.on('disconnect', () => process.exit())
  process.on('message', () => {
    const since = difference(last)
    last = usage()
    process.send(since)
  })
}

function usage () {
  return { time: performance.now(), loop: performance.eventLoopUtilization(), cpu: process.cpuUsage() }
}

/** Returns the share of the time in which the event loop was busy, and the cores that all threads used. */
function difference (last) {
  const { user, system } = process.cpuUsage(last.cpu)
  return {
    utilization: performance.eventLoopUtilization(last.loop).utilization,
    cores: (user + system) / 1000 / (performance.now() - last.time)
  }
}

module.exports = { answerUsage, serve }
