'use strict'

// A child process that gets { port, headers, status, connections, seconds, threads, timesAnswers },
// loads that port for this time by wrk or, where wrk is not installed, by autocannon, and answers
// { requestsPerSecond, failures }: a response with another status is a failure. With `timesAnswers`,
// autocannon also measures the latency of every response, and { latencies } are added, in milliseconds.

const { once } = require('node:events')
const autocannon = require('autocannon')
const { hasWrk, loadByWrk } = require('./wrk')

const USES_WRK = hasWrk()

/** Milliseconds between autocannon's checks for the end of the run, if latencies are measured. */
const SAMPLE_INTERVAL = 100

/** Shares of the responses within each latency. */
const SHARES = { p50: 0.5, p99: 0.99 }

/**
 * Drops bodies. Autocannon decodes every body as a string, which takes most of its time
 * if the body is not text: with Brotli it sent only half as many requests.
 *
 * @param {object} client a connection of autocannon
 */
function dropBodies ({ pipelinedRequests }) {
  pipelinedRequests.addBody = () => {}
}

async function load ({ timesAnswers, ...how }) {
  if (USES_WRK && !timesAnswers) return loadByWrk(how)
  const { port, headers, status, connections, seconds } = how
  const task = { url: `http://127.0.0.1:${port}/`, headers, connections, duration: seconds }
  return timesAnswers ? timeAnswers(task, status) : countAnswers(task, status)
}

async function countAnswers (task, status) {
  const result = await autocannon({ ...task, setupClient: dropBodies })
  const answers = Object.values(result.statusCodeStats).reduce((sum, { count }) => sum + count, 0)
  const successes = result.statusCodeStats[status]?.count ?? 0
  return {
    requestsPerSecond: successes / result.duration,
    failures: result.errors + answers - successes
  }
}

async function timeAnswers (task, status) {
  const latencies = []
  let failures = 0
  const run = autocannon({ ...task, sampleInt: SAMPLE_INTERVAL })
  // Autocannon's own histogram counts whole milliseconds.
  run.on('response', (client, statusCode, bytes, milliseconds) => {
    if (statusCode === status) latencies.push(milliseconds)
    else failures++
  })
  const [result] = await once(run, 'done')
  return {
    requestsPerSecond: latencies.length / result.duration,
    failures: failures + result.errors,
    latencies: quantiles(latencies)
  }
}

function quantiles (latencies) {
  const sorted = Float64Array.from(latencies).sort()
  return Object.fromEntries(Object.entries(SHARES).map(([name, share]) => [name, sorted[Math.floor(share * sorted.length)]]))
}

// The exit of this process also ends wrk.
for (const event of ['disconnect', 'SIGTERM']) process.on(event, () => process.exit())
process.on('message', async (task) => process.send(await load(task)))
