'use strict'

// A child process that gets { port, path, headers, status, connections, seconds, threads }, loads that port for this
// time by wrk or, where wrk is not installed, by autocannon, and answers { requestsPerSecond, failures }: a response
// with another status is a failure.

const { requirePeer } = require('./peer')
const { hasWrk, loadByWrk } = require('./wrk')

const USES_WRK = hasWrk()

/** Milliseconds between two moments at which autocannon can end. */
const SAMPLE = 50

/**
 * Drops bodies. Autocannon decodes every body as a string, which takes most of its time if the body is not text: with
 * Brotli it sent only half as many requests.
 */
function dropBodies ({ pipelinedRequests }) {
  pipelinedRequests.addBody = () => {}
}

async function loadByAutocannon ({ port, path = '/', headers, status, connections, seconds }) {
  const autocannon = requirePeer('autocannon')
  const result = await autocannon({ url: `http://127.0.0.1:${port}${path}`, headers, connections, duration: seconds, sampleInt: SAMPLE, setupClient: dropBodies })
  const answers = Object.values(result.statusCodeStats).reduce((sum, { count }) => sum + count, 0)
  const successes = result.statusCodeStats[status]?.count ?? 0
  return { requestsPerSecond: successes / result.duration, failures: result.errors + answers - successes }
}

// The exit of this process also ends wrk.
for (const event of ['disconnect', 'SIGTERM']) process.on(event, () => process.exit())
process.on('message', async (task) => process.send(await (USES_WRK ? loadByWrk : loadByAutocannon)(task)))
