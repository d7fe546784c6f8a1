'use strict'

// A child process as `load.js`, which takes the time of every answer as well:
// it answers { requestsPerSecond, failures, latencies }, in milliseconds.

const { once } = require('node:events')
const autocannon = require('autocannon')

/** Milliseconds between the moments at which autocannon looks whether its time is over. */
const SAMPLE_INTERVAL = 100

/** Shares of the answers that came within the latency of the name. */
const SHARES = { p50: 0.5, p99: 0.99 }

async function load ({ port, headers, status, connections, seconds }) {
  const latencies = []
  let failures = 0
  const url = `http://127.0.0.1:${port}/`
  const run = autocannon({ url, headers, connections, duration: seconds, sampleInt: SAMPLE_INTERVAL })
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
