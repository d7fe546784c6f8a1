'use strict'

// Measures the latencies of one process, stock and with this library, at the same rates: shares of stock's highest load.

const { Child } = require('../../bin/measure/child')
const { figure } = require('../../bin/measure/figures')
const { median } = require('../../bin/measure/statistics')
const { GRACE, withServers } = require('../children')
const { interleave } = require('../interleave')
const { mapValues } = require('../map-values')
const servers = require('../servers')
const { range } = require('../table')
const { takeHighest } = require('./capacity')

const SERVERS = ['express', 'buffered-render']
const SHARES = [0.25, 0.5, 0.75]

/** Quantiles of latencies, as shares of the responses. */
const QUANTILES = { p50: 0.5, p99: 0.99, 'p99.9': 0.999 }

/** A generator that is busier than this share of the time delays requests itself. */
const BUSY = 0.8

/**
 * Requests a second, and by round: milliseconds by the names of `QUANTILES`, milliseconds of CPU time of the longest
 * turn of the server's event loop, and the share of the time in which the generator was busy.
 *
 * @typedef {{ server: string, share: number, rate: number, turns: (Record<string, number> & { longest: number, utilization: number })[] }} Latency
 *
 * @param {{ connections: number, rounds: number, seconds: number }} how
 * @returns {Promise<Latency[]>}
 */
function measureLatency ({ connections, rounds, seconds }) {
  const scripts = SERVERS.map((server) => [server, { file: 'bench/scale/server.js', args: ['1', server] }])
  return withServers(Object.fromEntries(scripts), async (load, children) => {
    const how = { title: 'latency', rounds }
    const highest = await interleave(SERVERS, {
      ...how, takeTurn: (name) => takeHighest({ child: children[name].server, port: children[name].port, processes: 1 }, load, { connections, seconds })
    })
    const stock = median(highest.express.map(({ requestsPerSecond }) => requestsPerSecond))
    const contenders = SHARES.flatMap((share) => SERVERS.map((server) => ({ server, share, rate: share * stock })))
    const generator = new Child('bench/scale/paced-load.js')
    try {
      const turns = await interleave(Object.keys(contenders), {
        ...how, takeTurn: (i) => takePaced(generator, children[contenders[i].server], { rate: contenders[i].rate, connections, seconds })
      })
      return contenders.map((contender, i) => ({ ...contender, turns: turns[i] }))
    } finally {
      generator.kill()
    }
  })
}

async function takePaced (generator, { server, port }, task) {
  await server.ask('usage', GRACE)
  const { failures, latencies, utilization } = await generator.ask({ port, ...task }, 2 * task.seconds + GRACE)
  const { workers: [{ longest }] } = await server.ask('usage', GRACE)
  if (failures > 0) throw new Error(`${failures} requests at ${figure(task.rate)} a second failed`)
  latencies.sort((a, b) => a - b)
  return { ...mapValues(QUANTILES, (share) => latencies[Math.ceil(share * latencies.length) - 1]), longest: longest / 1000, utilization }
}

/** @param {Latency[]} measured */
function summarizeLatency (measured) {
  const names = Object.keys(QUANTILES)
  return {
    title: 'Latency of one process at the same rates, shares of the highest load of Express alone',
    header: ['requests/s, server', 'share', ...names.map((name) => `${name}, ms`), 'longest turn, CPU ms'],
    rows: measured.map(({ server, share, rate, turns }) => [
      `${figure(rate)}, ${servers[server].title}`, `${figure(100 * share)} %`, ...names.map((name) => range(turns.map((turn) => turn[name]), 2)), range(turns.map(({ longest }) => longest), 1)
    ])
  }
}

/** @returns {string[]} sentences */
function noteLatency (measured) {
  const busy = Math.max(...measured.flatMap(({ turns }) => turns.map(({ utilization }) => utilization)))
  return busy < BUSY ? [] : [`The generator was busy up to ${figure(100 * busy)} % of the time, so some latencies are its own.`]
}

module.exports = { measureLatency, noteLatency, summarizeLatency }
