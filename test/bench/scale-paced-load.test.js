'use strict'

const { setTimeout: wait } = require('node:timers/promises')
const { Child } = require('../../bin/measure/child')
const { merge, quantile } = require('../../bench/scale/latencies')
const { listen } = require('../support/platforms')

async function load (listener, task) {
  const { port, close } = await listen(listener)
  const child = new Child('bench/scale/paced-load.js')
  try {
    return await child.ask({ port, connections: 2, seconds: 1, ...task }, 30)
  } finally {
    child.kill()
    close()
  }
}

const count = ({ latencies }) => Object.values(latencies).reduce((sum, count) => sum + count, 0)

test('a request that is due while the server hangs counts from then on', async () => {
  // The only connection waits for 500 ms, in which half of the requests are due.
  let isFirst = true
  const result = await load(async (req, res) => {
    if (isFirst) {
      isFirst = false
      await wait(500)
    }
    res.end('page')
  }, { rate: 100, connections: 1 })
  expect(count(result)).toBe(100)
  // Of a generator that sent the next request only after the response, one in a hundred would have waited.
  expect(quantile(merge([result.latencies]), 0.8)).toBeGreaterThan(100)
})

test.each([
  ['another status', (req, res) => { res.statusCode = 404; res.end('none') }],
  ['no length', (req, res) => { res.write('a'); res.end() }],
  ['no response', (req, res) => req.socket.destroy()]
])('%s is a failure', async (_, listener) => {
  const result = await load(listener, { rate: 20 })
  expect(result.failures).toBe(20)
  expect(count(result)).toBe(0)
})
