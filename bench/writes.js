'use strict'

// Compares held writes, see lib/response/held-write.js, with immediate writes and with the shared
// turn of earlier versions, in throughput and latency. The load generator runs on the same machine:
// a reader that wakes up less often leaves more of the machine to the
// server.

const { HEADER, contest, describe, withServers } = require('./contest')
const { range } = require('../bin/measure/figures')
const progress = require('../bin/measure/progress')
const { mapValues } = require('../bin/measure/statistics')
const { runScript } = require('./command')
const table = require('./table')
const { hasNginx, withNginx } = require('./nginx')

/** The connections for each page: `work` is a small page after 10 ms of CPU time. */
const PAGES = { fortunes: [1, 10, 64], article: [1, 64], work: [32] }
/** The page that is also requested through nginx on this machine. */
const PROXIED = { page: 'fortunes', connections: 64 }
const WAYS = ['at once', 'held', 'shared turn']
const ROUNDS = 7
const SECONDS = 1.2

async function main () {
  const rows = []
  for (const page of Object.keys(PAGES)) rows.push(...await compareWays(page))
  progress.clear()
  table.print({ header: ['page, connections, written', ...HEADER, 'p50, ms', 'p99, ms'], rows })
}

function compareWays (page) {
  const scripts = Object.fromEntries(WAYS.map((way) => [way, { file: 'bench/writes/server.js', args: [page, way] }]))
  return withServers(scripts, async (load, servers) => {
    const rows = []
    for (const connections of PAGES[page]) rows.push(...await measure({ title: `${page}, ${connections}`, connections, load, servers }))
    if (page === PROXIED.page) rows.push(...await measureProxied(load, servers))
    return rows
  })
}

async function measureProxied (load, servers) {
  const { page, connections } = PROXIED
  if (!hasNginx()) {
    console.error('nginx is not installed: its measurements are skipped')
    return []
  }
  return withNginx(mapValues(servers, ({ port }) => `127.0.0.1:${port}`), (ports) => {
    const proxied = Object.fromEntries(WAYS.map((way) => [way, { ...servers[way], port: ports[way] }]))
    return measure({ title: `${page}, ${connections}, nginx`, connections, load, servers: proxied })
  })
}

async function measure ({ title, connections, load, servers }) {
  const contenders = Object.fromEntries(WAYS.map((way) => [way, { ...servers[way], connections }]))
  const turns = await contest(contenders, { load, rounds: ROUNDS, seconds: SECONDS, title, timesAnswers: true })
  return WAYS.map((way) => [
    `${title}, ${way}`,
    ...describe(turns[way], turns[WAYS[0]]),
    ...['p50', 'p99'].map((quantile) => range(turns[way].map(({ latencies }) => latencies[quantile]), 3))
  ])
}

runScript(main)
