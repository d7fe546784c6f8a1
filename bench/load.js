'use strict'

// A child process that is told { port, headers, status, connections, seconds },
// loads that port for so long, and answers { requestsPerSecond, failures }: any
// answer of another status is a failure.

const autocannon = require('autocannon')

/**
 * Autocannon makes a string of every body, which takes it most of its time where
 * that is no text: with Brotli it came to half of the requests that it could send.
 *
 * @param {object} client a connection of autocannon's
 */
function dropBodies ({ pipelinedRequests }) {
  pipelinedRequests.addBody = () => {}
}

async function load ({ port, headers, status, connections, seconds }) {
  const url = `http://127.0.0.1:${port}/`
  const result = await autocannon({ url, headers, connections, duration: seconds, setupClient: dropBodies })
  const answers = Object.values(result.statusCodeStats).reduce((sum, { count }) => sum + count, 0)
  const successes = result.statusCodeStats[status]?.count ?? 0
  return {
    requestsPerSecond: successes / result.duration,
    failures: result.errors + answers - successes
  }
}

process.on('disconnect', () => process.exit())
process.on('message', async (task) => process.send(await load(task)))
