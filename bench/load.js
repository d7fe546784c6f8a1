'use strict'

// A child process that is told { port, headers, status, connections, seconds, timesAnswers },
// loads that port for so long, and answers { requestsPerSecond, failures }: any answer of
// another status is a failure. With `timesAnswers` it takes the time of every answer as
// well, and answers { latencies }, in milliseconds.

const { once } = require('node:events')
const autocannon = require('autocannon')

/** Milliseconds between the moments at which autocannon looks whether its time is over, where answers are timed. */
const SAMPLE_INTERVAL = 100

/** Shares of the answers that came within the latency of the name. */
const SHARES = { p50: 0.5, p99: 0.99 }

/**
 * Autocannon makes a string of every body, which takes it most of its time where
 * that is no text: with Brotli it came to half of the requests that it could send.
 *
 * @param {object} client a connection of autocannon's
 */
function dropBodies ({ pipelinedRequests }) {
  pipelinedRequests.addBody = () => {}
}

async function load ({ port, headers, status, connections, seconds, timesAnswers }) {
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
  // The histogram of autocannon itself counts whole milliseconds.
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

process.on('disconnect', () => process.exit())
process.on('message', async (task) => process.send(await load(task)))
