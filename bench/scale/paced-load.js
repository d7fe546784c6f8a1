'use strict'

// A child process that gets { port, rate, connections, seconds } and requests pages at that rate, however long the
// responses take. It answers { failures, latencies, utilization }: milliseconds of each successful request, and the
// share of the time in which this process itself was busy. A latency counts from the moment at which the request was
// due. A request that waits for a connection waits for the server, and is not left out ("coordinated omission").

const { once } = require('node:events')
const path = require('node:path')
const { Worker } = require('node:worker_threads')
const { milliseconds } = require('./clock')
const { Connection } = require('./connection')

/** Milliseconds until the first request, in which the clock starts. */
const LEAD = 100

async function load ({ port, rate, connections, seconds }) {
  const all = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)))
  const last = performance.eventLoopUtilization()
  const result = await pace([...all], { interval: 1000 / rate, count: Math.max(1, Math.round(rate * seconds)) })
  for (const connection of all) connection.close()
  return { ...result, utilization: performance.eventLoopUtilization(last).utilization }
}

async function pace (free, { interval, count }) {
  const begin = milliseconds() + LEAD
  const latencies = []
  const waiting = []
  let failures = 0
  let finish
  const finished = new Promise((resolve) => { finish = resolve })

  function request (due) {
    const connection = free.pop()
    if (connection === undefined) return waiting.push(due)
    connection.request((isSuccess) => {
      if (isSuccess) latencies.push(milliseconds() - due)
      else failures++
      free.push(connection)
      if (waiting.length > 0) request(waiting.shift())
      if (latencies.length + failures === count) finish()
    })
  }

  const clock = new Worker(path.join(__dirname, 'clock.js'), { workerData: { begin, interval, count } })
  clock.on('message', (i) => request(begin + i * interval))
  await Promise.all([finished, once(clock, 'exit')])
  return { failures, latencies }
}

process.on('disconnect', () => process.exit())
process.on('message', async (task) => process.send(await load(task)))
