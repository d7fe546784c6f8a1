'use strict'

const { subscribe } = require('node:diagnostics_channel')
const http = require('node:http')

/** Serves in a child process. Sends its port when it listens, and answers messages, see `answerUsage`. */
function serve (listener, answer) {
  answerUsage(answer)
  const server = http.createServer(listener)
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
}

/**
 * Answers each message `usage` with the requests since the start and the microseconds of CPU time of all threads.
 *
 * @param {(question: object) => unknown} [answer] answers all other messages
 */
function answerUsage (answer) {
  let requests = 0
  subscribe('http.server.request.start', () => { requests++ })
  process.on('disconnect', () => process.exit())
  process.on('message', async (question) => {
    if (question !== 'usage') return process.send(await answer(question))
    const { user, system } = process.cpuUsage()
    process.send({ requests, cpu: user + system })
  })
}

module.exports = { answerUsage, serve }
