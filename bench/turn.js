'use strict'

// What it gives to write responses at the end of the event loop's turn, see
// lib/response/turn.js, and what it does to the time that an answer takes.

const { HEADER, contest, describe, withServers } = require('./contest')
const { range } = require('../bin/measure/figures')
const progress = require('../bin/measure/progress')
const table = require('./table')

const PAGES = ['fortunes', 'article']
const WAYS = ['at once', 'end of turn']
const CONNECTIONS = [1, 50]
const ROUNDS = 7
const SECONDS = 1.2

async function main () {
  try {
    const rows = []
    for (const page of PAGES) rows.push(...await compareWays(page))
    progress.clear()
    console.log(table.plain(['page, connections, written', ...HEADER, 'p50, ms', 'p99, ms'], rows))
  } catch (error) {
    progress.clear()
    console.error(error.message)
    process.exitCode = 1
  }
}

function compareWays (page) {
  const scripts = Object.fromEntries(WAYS.map((way) => [way, { file: 'bench/turn/server.js', args: [page, way] }]))
  return withServers({ servers: scripts, load: 'bench/turn/load.js' }, async (load, servers) => {
    const rows = []
    for (const connections of CONNECTIONS) rows.push(...await measure({ page, connections, load, servers }))
    return rows
  })
}

async function measure ({ page, connections, load, servers }) {
  const title = `${page}, ${connections}`
  const contenders = Object.fromEntries(WAYS.map((way) => [way, { ...servers[way], connections }]))
  const turns = await contest(contenders, { load, rounds: ROUNDS, seconds: SECONDS, title })
  return WAYS.map((way) => [
    `${title}, ${way}`,
    ...describe(turns[way], turns[WAYS[0]]),
    ...['p50', 'p99'].map((quantile) => range(turns[way].map(({ latencies }) => latencies[quantile]), 3))
  ])
}

main()
