'use strict'

const { setImmediate } = require('node:timers/promises')
const { createClient } = require('redis')
const { createRenderer, redisStore } = require('../..')
const { figure } = require('../../bin/measure/figures')
const { askUntil } = require('../../test/support/ask-until')
const { startRedis } = require('../../test/support/redis')

const COUNTS = [20_000, 100_000]

/** Of this thread; before Node 23.9 of all threads, with those that collect garbage. */
const cpuTime = () => {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1000
}

/** The invalidations begin while Redis is away. */
async function measureCount (count) {
  const server = await startRedis()
  const client = createClient({ url: server.url, socket: { reconnectStrategy: 50 } })
  const renderer = createRenderer({ cache: true, fragments: { store: redisStore(client), version: '1' } })
  const isAway = () => renderer.stats().fragments.breaker === 'open'
  try {
    await askUntil(() => renderer.invalidate('first').then(() => true, () => false), Boolean)
    await server.kill()
    for (let i = 0; i < count; i++) renderer.invalidate(`tag ${i}`)
    await askUntil(async () => isAway(), Boolean)

    await server.start()
    const start = performance.now()
    let turn = 0
    for (let before = cpuTime(); isAway(); before = cpuTime()) {
      await setImmediate()
      turn = Math.max(turn, cpuTime() - before)
    }
    const time = performance.now() - start
    // All but the key of the probe.
    return { count, tokens: Number(await server.cli('dbsize')) - 1, time, turn }
  } finally {
    client.destroy()
    await server.stop()
  }
}

/** @returns {Promise<{ count: number, tokens: number, time: number, turn: number }[]>} times in milliseconds */
async function measureQueue () {
  const measured = []
  for (const count of COUNTS) measured.push(await measureCount(count))
  return measured
}

function summarizeQueue (measured) {
  return {
    title: 'Invalidations of one process that have waited for Redis',
    header: ['', 'taken', 'time, ms', 'longest turn of the event loop, CPU ms'],
    rows: measured.map(({ count, tokens, time, turn }) => [figure(count), figure(tokens), figure(time), figure(turn)])
  }
}

module.exports = { measureQueue, summarizeQueue }
