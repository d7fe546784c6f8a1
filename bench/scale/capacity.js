'use strict'

// Measures the highest load of each number of processes, directly and behind nginx, and the latencies at half of it.

const os = require('node:os')
const path = require('node:path')
const { Child } = require('../../bin/measure/child')
const { figure } = require('../../bin/measure/figures')
const progress = require('../../bin/measure/progress')
const { median } = require('../../bin/measure/statistics')
const { GRACE, withServers } = require('../children')
const { withFolder } = require('../folder')
const { interleave } = require('../interleave')
const { mapValues } = require('../map-values')
const { hasNginx, withNginx } = require('../nginx')
const servers = require('../servers')
const { range, ratioOf } = require('../table')

const CASE = 'article'
const SERVERS = ['express', 'buffered-render']

/** The ways through nginx, with the address that it is given. */
const PROXIED = { 'nginx, TCP': ({ port }) => `127.0.0.1:${port}`, 'nginx, Unix socket': ({ socket }) => `unix:${socket}` }

/** Quantiles of latencies, as shares of the responses. */
const QUANTILES = { p50: 0.5, p90: 0.9, p99: 0.99, 'p99.9': 0.999 }

/** Several generators, on a machine with many cores. One that is busier than this share of the time delays requests itself. */
const GENERATORS = Math.ceil(os.availableParallelism() / 2)
const BUSY = 0.8

/**
 * The turns at the highest load, with microseconds of CPU time of all processes per request; milliseconds at half of it by the
 * names of `QUANTILES`; the highest share of the time in which a generator of the half load was busy.
 *
 * @typedef {{ server: string, processes: number, way: string, turns: { requestsPerSecond: number, cpu: number }[], latencies: Record<string, number>, utilization: number }} Capacity
 *
 * @param {{ processes: number[], connections: number, rounds: number, seconds: number }} how
 * @returns {Promise<Capacity[]>}
 */
function measureCapacity (how) {
  return withFolder((folder) => {
    const clusters = SERVERS.flatMap((server) => how.processes.map((processes) => ({ server, processes, socket: path.join(folder, `${server}-${processes}`) })))
    const scripts = clusters.map(({ server, processes, socket }) => ({ file: 'bench/scale/server.js', args: [`${processes}`, socket, CASE, server] }))
    return withServers({ ...scripts }, (load, children) => {
      const direct = clusters.map((cluster, i) => ({ ...cluster, way: 'direct', child: children[i].server, port: children[i].port }))
      return withProxies(direct, (contenders) => measureWays(contenders, load, how))
    })
  })
}

/** Passes the clusters to `use`, directly and by each way through nginx. */
function withProxies (direct, use) {
  if (!hasNginx()) {
    console.error('nginx is not installed: its measurements are skipped')
    return use(direct)
  }
  const proxied = direct.flatMap((cluster) => Object.entries(PROXIED).map(([way, upstreamOf]) => ({ ...cluster, way, upstream: upstreamOf(cluster) })))
  return withNginx(proxied.map(({ upstream }) => upstream), (ports) => {
    return use(direct.flatMap((cluster) => [cluster, ...proxied.map((each, i) => ({ ...each, port: ports[i] })).filter(({ socket }) => socket === cluster.socket)]))
  })
}

async function measureWays (contenders, load, { rounds, seconds, connections }) {
  const generators = Array.from({ length: GENERATORS }, () => new Child('bench/scale/paced-load.js'))
  const inTurns = (title, takeTurn) => interleave(Object.keys(contenders), {
    rounds,
    onRound: (round) => progress.show(`${title}: ${round}`),
    takeTurn: (i) => takeTurn(contenders[i], i)
  })
  try {
    const highest = await inTurns('highest load', (contender) => takeHighest(contender, load, { connections, seconds }))
    const half = (i) => median(rates(highest[i])) / 2
    const paced = await inTurns('half of the highest load', ({ port }, i) => takePaced(generators, { port, rate: half(i), connections, seconds }))
    return contenders.map(({ server, processes, way }, i) => {
      const sorted = paced[i].flatMap(({ latencies }) => latencies).sort((a, b) => a - b)
      return {
        server,
        processes,
        way,
        turns: highest[i],
        latencies: { requests: sorted.length, ...mapValues(QUANTILES, (share) => sorted[Math.ceil(share * sorted.length) - 1]) },
        utilization: Math.max(...paced[i].map(({ utilization }) => utilization))
      }
    })
  } finally {
    for (const child of generators) child.kill()
  }
}

async function takeHighest ({ child, port, processes }, load, { connections, seconds }) {
  const usage = async () => {
    const { cpu, workers } = await child.ask('usage', GRACE)
    const sum = (name) => workers.reduce((sum, worker) => sum + worker[name], 0)
    return { cpu: cpu + sum('cpu'), requests: sum('requests') }
  }
  const before = await usage()
  const { requestsPerSecond, failures } = await load.ask({ port, headers: {}, status: 200, connections, seconds, threads: processes }, seconds + GRACE)
  if (failures > 0) throw new Error(`${failures} requests to ${child.name} failed`)
  const after = await usage()
  return { requestsPerSecond, cpu: (after.cpu - before.cpu) / (after.requests - before.requests) }
}

async function takePaced (generators, { port, rate, connections, seconds }) {
  const task = { port, rate: rate / generators.length, connections: Math.ceil(connections / generators.length), seconds }
  const answers = await Promise.all(generators.map((generator) => generator.ask(task, 2 * seconds + GRACE)))
  const failures = answers.reduce((sum, answer) => sum + answer.failures, 0)
  if (failures > 0) throw new Error(`${failures} requests at half of the highest load failed`)
  return { latencies: answers.flatMap(({ latencies }) => latencies), utilization: Math.max(...answers.map(({ utilization }) => utilization)) }
}

/** @param {Capacity[]} measured */
function summarizeCapacity (measured) {
  return {
    title: 'Highest load, and latency at half of it',
    header: ['server, processes, way', 'requests/s', 'ratio to one process', 'CPU µs/request', ...Object.keys(QUANTILES).map((name) => `${name}, ms`)],
    rows: measured.map((each) => {
      const one = measured.find(({ server, way, processes }) => server === each.server && way === each.way && processes === 1) ?? each
      return [
        `${servers[each.server].title}, ${each.processes}, ${each.way}`,
        range(rates(each.turns)),
        figure(ratioOf(rates(each.turns), rates(one.turns)), 2),
        range(each.turns.map(({ cpu }) => cpu)),
        ...Object.keys(QUANTILES).map((name) => figure(each.latencies[name], 2))
      ]
    })
  }
}

function rates (turns) {
  return turns.map(({ requestsPerSecond }) => requestsPerSecond)
}

/** @returns {string[]} sentences */
function noteCapacity (measured) {
  const busy = Math.max(...measured.map(({ utilization }) => utilization))
  return busy < BUSY ? [] : [`The generator of the half load was busy up to ${figure(100 * busy)} % of the time, so some latencies are its own.`]
}

module.exports = { measureCapacity, noteCapacity, summarizeCapacity }
