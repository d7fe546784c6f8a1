'use strict'

const { setTimeout: wait } = require('node:timers/promises')
const { Child } = require('../../bin/measure/child')

/** Seconds to wait for an answer of a child, and for the end of the load. */
const GRACE = 30
/** Seconds until connections must be closed. */
const CLOSING = 10
/** Seconds between two lines of progress. */
const PROGRESS = 5

/**
 * @typedef {object} Run
 * @property {object} tally of the load, see `Tally`
 * @property {import('./report').Sample[]} samples of the server, once a second, and `idle` after the end, without connections
 * @property {{ count: number, described: string[] }} troubles of the server
 * @property {number} resets of connections by clients, as reported by the framework
 */

/** Starts a server of one framework and loads it. @returns {Promise<Run>} */
async function run (framework, { seconds, connections, progress }) {
  const server = new Child('tools/soak/server.js', [framework])
  const load = new Child('tools/soak/load.js')
  const measure = async () => (await server.ask('memory', GRACE)).memory
  try {
    const { port } = await server.next(GRACE)
    const start = Date.now()
    const elapsed = () => (Date.now() - start) / 1000
    const samples = [{ seconds: 0, ...await measure() }]
    let tally = await load.ask({ port, connections, seconds }, GRACE)
    while (!tally.done) {
      if (elapsed() > seconds + GRACE) throw new Error(`requests are still pending ${GRACE} s after the end`)
      await wait(1000)
      const memory = await measure()
      tally = await load.ask('tally', GRACE)
      // Samples after the end would show a server without load.
      if (elapsed() <= seconds) samples.push({ seconds: elapsed(), ...memory })
      if (samples.length % PROGRESS === 0) progress(`${framework}: ${elapsed().toFixed()} of ${seconds} s, ${tally.failures} failures, heap ${(memory.heapUsed / 2 ** 20).toFixed(1)} MB`)
    }
    load.kill()
    let idle
    for (let i = 0; i < CLOSING && !(idle?.descriptors <= samples[0].descriptors); i++) {
      await wait(1000)
      idle = await measure()
    }
    const { stats, troubles, resets } = await server.ask('stats', GRACE)
    return { framework, seconds, tally, samples, idle, stats, troubles, resets }
  } finally {
    load.kill()
    server.kill()
  }
}

module.exports = { run }
