'use strict'

// Measures cached fragments in a fleet of three processes with a Redis of its own, by the processes of its tests:
//
// load      loads, hits and entity tags under load, with one clock five minutes ahead, and the time from an
//           invalidation to the last old page
// keys      memory of one process after many different keys

const progress = require('../bin/measure/progress')
const { parseLine, parseOnly, runCommand } = require('./command')
const { measureKeys, summarizeKeys } = require('./fleet/keys')
const { measureLoad, summarizeLoad } = require('./fleet/load')
const table = require('./table')

/** @type {Record<string, { measure: (how: object) => Promise<object>, summarize: (measured: any) => import('./table').Table }>} */
const parts = {
  load: { measure: measureLoad, summarize: summarizeLoad },
  keys: { measure: measureKeys, summarize: summarizeKeys }
}

const NAMES = Object.keys(parts)
const COUNTS = { seconds: 30, keys: 1_000_000 }

const USAGE = `Usage: node bench/fleet.js [options]

  --only <names>  parts to measure, separated by commas (default: ${NAMES.join()})
  --seconds <n>   length of the load (default: ${COUNTS.seconds})
  --keys <n>      different keys in keys (default: ${COUNTS.keys})
  --help          print this help

It starts servers of its own by the command redis-server. A complete run takes about ten minutes, most of them for the keys.`

/** @throws {TypeError} with the name of the option and its valid values */
function parseOptions (args) {
  const { values } = parseLine(args, { counts: COUNTS, options: { only: { type: 'string', default: NAMES.join() } } })
  return { ...values, only: parseOnly(values.only, NAMES) }
}

async function run ({ only, ...how }) {
  for (const name of only) {
    const { measure, summarize } = parts[name]
    progress.show(name)
    const measured = await measure(how)
    progress.clear()
    table.print(summarize(measured))
    console.log()
  }
}

if (require.main === module) runCommand({ USAGE, parseOptions }, run)

module.exports = { parseOptions }
