'use strict'

// A child process that is told { port, connections, seconds }, loads that port
// for so long, and answers { requestsPerSecond, failures }.

const autocannon = require('autocannon')

async function load ({ port, connections, seconds }) {
  const result = await autocannon({ url: `http://127.0.0.1:${port}/`, connections, duration: seconds })
  return {
    requestsPerSecond: result['2xx'] / result.duration,
    failures: result.errors + result.non2xx
  }
}

process.on('disconnect', () => process.exit())
process.on('message', async (task) => process.send(await load(task)))
