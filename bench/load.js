'use strict'

// A child process that is told { port, headers, status, connections, seconds },
// loads that port for so long, and answers { requestsPerSecond, failures }: any
// answer of another status is a failure.

const autocannon = require('autocannon')

async function load ({ port, headers, status, connections, seconds }) {
  const result = await autocannon({ url: `http://127.0.0.1:${port}/`, headers, connections, duration: seconds })
  const answers = Object.values(result.statusCodeStats).reduce((sum, { count }) => sum + count, 0)
  const successes = result.statusCodeStats[status]?.count ?? 0
  return {
    requestsPerSecond: successes / result.duration,
    failures: result.errors + answers - successes
  }
}

process.on('disconnect', () => process.exit())
process.on('message', async (task) => process.send(await load(task)))
