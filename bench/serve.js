'use strict'

const http = require('node:http')

/** Serves in a child process. Sends its port when it listens, and answers messages, see `answerUsage`. */
function serve (listener, answer) {
  answerUsage(answer)
  const server = http.createServer({ ...listener.classes }, listener)
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
}

/**
 * Answers each message `usage` with the load since the previous one: the share of the time in which the event loop was
 * busy, and the cores that all threads used.
 *
 * @param {(question: object) => unknown} [answer] answers all other messages
 */
function answerUsage (answer) {
  let last = usage()
  process.on('disconnect', () => process.exit())
  process.on('message', async (question) => {
    if (question !== 'usage') return process.send(await answer(question))
    const now = usage()
    const { user, system } = process.cpuUsage(last.cpu)
    process.send({
      utilization: performance.eventLoopUtilization(now.loop, last.loop).utilization,
      cores: (user + system) / 1000 / (now.time - last.time)
    })
    last = now
  })
}

function usage () {
  return { time: performance.now(), loop: performance.eventLoopUtilization(), cpu: process.cpuUsage() }
}

module.exports = { answerUsage, serve }
