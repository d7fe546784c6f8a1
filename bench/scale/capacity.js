'use strict'

// Measures the highest load of each number of processes, directly and behind nginx.

const path = require('node:path')
const { figure } = require('../../bin/measure/figures')
const { GRACE, withServers } = require('../children')
const { withFolder } = require('../folder')
const { interleave } = require('../interleave')
const { hasNginx, withNginx } = require('../nginx')
const servers = require('../servers')
const { range, ratioOf } = require('../table')

const SERVERS = ['express', 'buffered-render']

/** The ways through nginx, with the address that it is given. */
const PROXIED = { 'nginx, TCP': ({ port }) => `127.0.0.1:${port}`, 'nginx, Unix socket': ({ socket }) => `unix:${socket}` }

/**
 * The turns, with microseconds of CPU time of all processes per request.
 *
 * @typedef {{ server: string, processes: number, way: string, turns: { requestsPerSecond: number, cpu: number }[] }} Capacity
 *
 * @param {{ processes: number[], connections: number, rounds: number, seconds: number }} how
 * @returns {Promise<Capacity[]>}
 */
function measureCapacity (how) {
  return withFolder((folder) => {
    const clusters = SERVERS.flatMap((server) => how.processes.map((processes) => ({ server, processes, socket: path.join(folder, `${server}-${processes}`) })))
    const scripts = clusters.map(({ server, processes, socket }) => ({ file: 'bench/scale/server.js', args: [`${processes}`, server, socket] }))
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
  const turns = await interleave(Object.keys(contenders), {
    title: 'highest load',
    rounds,
    takeTurn: (i) => takeHighest(contenders[i], load, { connections, seconds })
  })
  return contenders.map(({ server, processes, way }, i) => ({ server, processes, way, turns: turns[i] }))
}

/** @throws {Error} if a request failed */
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

/** @param {Capacity[]} measured */
function summarizeCapacity (measured) {
  return {
    title: 'Highest load',
    header: ['server, processes, way', 'requests/s', 'ratio to one process', 'CPU µs/request'],
    rows: measured.map((each) => {
      const one = measured.find(({ server, way, processes }) => server === each.server && way === each.way && processes === 1) ?? each
      const [rates, ofOne] = [each, one].map(({ turns }) => turns.map(({ requestsPerSecond }) => requestsPerSecond))
      const title = `${servers[each.server].title}, ${each.processes}, ${each.way}`
      return [title, range(rates), figure(ratioOf(rates, ofOne), 2), range(each.turns.map(({ cpu }) => cpu))]
    })
  }
}

module.exports = { measureCapacity, summarizeCapacity, takeHighest }
