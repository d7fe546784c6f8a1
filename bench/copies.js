'use strict'

// Measures from which length on a static fragment should be written to the socket from its own memory, see
// `lib/response/write-body.js`, and not be copied beside the text around it.

const { HEADER, contest, describe, withServers } = require('./contest')
const progress = require('../bin/measure/progress')
const { mapValues } = require('../bin/measure/statistics')
const { runScript } = require('./command')
const table = require('./table')

const LENGTHS = [1024, 2048, 4096, 8192, 16_384, 32_768, 65_536]
const WAYS = ['copied', 'not copied']
const CONNECTIONS = 64
const ROUNDS = 9
const SECONDS = 1

async function main () {
  const rows = []
  for (const length of LENGTHS) rows.push(...await compare(length))
  progress.clear()
  table.print({ header: ['fragment', ...HEADER], rows })
}

function compare (length) {
  const scripts = Object.fromEntries(WAYS.map((way) => [way, { file: 'bench/copies/server.js', args: [`${length}`, way] }]))
  return withServers(scripts, async (load, servers) => {
    const title = `${length} bytes`
    const contenders = mapValues(servers, (server) => ({ ...server, connections: CONNECTIONS }))
    const turns = await contest(contenders, { load, rounds: ROUNDS, seconds: SECONDS, title })
    return WAYS.map((way) => [`${title}, ${way}`, ...describe(turns[way], turns[WAYS[0]])])
  })
}

runScript(main)
