'use strict'

const { setTimeout: wait } = require('node:timers/promises')
const { Child } = require('../../bin/measure/child')
const { withFolder } = require('../folder')

/** Seconds to wait for an answer of a child, and for the end of the load. */
const GRACE = 30
/** Seconds until connections must be closed. */
const CLOSING = 10
/** Seconds between two lines of progress. */
const PROGRESS = 5

/**
 * @typedef {object} Run
 * @property {string} framework
 * @property {number} seconds
 * @property {object} tally of the load, see `Tally`
 * @property {import('./report').Sample[]} samples of the server, once a second
 * @property {import('./report').Sample} idle sample after the end, without connections
 * @property {object} stats of the server's renderer
 * @property {{ count: number, described: string[] }} troubles of the server
 * @property {number} resets of connections by clients, as reported by the framework
 */

/** Starts a server of one framework and loads it. */
function run (framework, options) {
  return withFolder((folder) => runIn(folder, framework, options))
}

async function runIn (folder, framework, { seconds, connections, progress }) {
  const server = new Child('bench/soak/server.js', [framework, folder])
  const load = new Child('bench/soak/load.js')
  try {
    const { port } = await server.next(GRACE)
    const start = Date.now()
    const elapsed = () => (Date.now() - start) / 1000
    const samples = [{ seconds: 0, ...(await server.ask('memory', GRACE)).memory }]
    let tally = await load.ask({ port, connections, seconds }, GRACE)
    while (!tally.done) {
      if (elapsed() > seconds + GRACE) throw new Error(`requests are still pending ${GRACE} s after the end`)
      await wait(1000)
      const { memory } = await server.ask('memory', GRACE)
      tally = await load.ask('tally', GRACE)
      // Samples after the end would show a server without load.
      if (elapsed() <= seconds) samples.push({ seconds: elapsed(), ...memory })
      if (samples.length % PROGRESS === 0) progress(describe(framework, { seconds, elapsed: elapsed(), tally, memory }))
    }
    load.kill()
    const idle = await idleSample(server, samples[0])
    const { stats, troubles, resets } = await server.ask('stats', GRACE)
    return { framework, seconds, tally, samples, idle, stats, troubles, resets }
  } finally {
    load.kill()
    server.kill()
  }
}

/** Asks until the server has closed its connections, or for a few seconds. */
async function idleSample (server, start) {
  let memory
  for (let i = 0; i < CLOSING; i++) {
    await wait(1000)
    memory = (await server.ask('memory', GRACE)).memory
    if (!(memory.descriptors > start.descriptors)) break
  }
  return memory
}

function describe (framework, { seconds, elapsed, tally, memory }) {
  const sent = Object.values(tally.kinds).reduce((sum, kind) => sum + kind.sent, 0)
  return `${framework}: ${elapsed.toFixed()} of ${seconds} s, ${sent} requests, ${tally.failures} failures, heap ${(memory.heapUsed / 2 ** 20).toFixed(1)} MB`
}

module.exports = { run }
