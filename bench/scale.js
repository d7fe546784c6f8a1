'use strict'

// Measures what a machine gives:
//
// capacity  the highest load of several processes, directly and behind nginx
// latency   latencies of one process, stock and with this library, at the same rates
// memory    memory of a process after many requests for pages that all differ

const os = require('node:os')
const path = require('node:path')
const progress = require('../bin/measure/progress')
const { parseCount, parseLine, parseOnly, runCommand } = require('./command')
const { FOLDER, save } = require('./results')
const { measureCapacity, summarizeCapacity } = require('./scale/capacity')
const { measureLatency, noteLatency, summarizeLatency } = require('./scale/latency')
const { measureMemory, summarizeMemory } = require('./scale/memory')
const table = require('./table')
const { hasWrk } = require('./wrk')

const parts = {
  capacity: { measure: measureCapacity, summarize: summarizeCapacity },
  latency: { measure: measureLatency, summarize: summarizeLatency, note: noteLatency },
  memory: { measure: measureMemory, summarize: summarizeMemory }
}

const NAMES = Object.keys(parts)
const CORES = os.availableParallelism()
const PROCESSES = [...new Set([1, 2, CORES])].sort((a, b) => a - b)
const COUNTS = { rounds: 3, seconds: 3, connections: 64, requests: 1_000_000 }

const USAGE = `Usage: npm run bench:compare scale -- [options]

  --only <names>      parts to measure, separated by commas (default: ${NAMES.join()})
  --processes <list>  numbers of processes in capacity (default on this machine: ${PROCESSES.join()})
  --rounds <n>        rounds to measure in capacity and latency, after a warm-up (default: ${COUNTS.rounds})
  --seconds <n>       length of a turn in them (default: ${COUNTS.seconds})
  --connections <n>   simultaneous connections (default: ${COUNTS.connections})
  --requests <n>      requests to each server in memory (default: ${COUNTS.requests})
  --out <file>        file for the results (default: bench/results/scale.json for a complete run)
  --help              print this help

A complete run takes about a quarter of an hour on two cores.`

function parseOptions (args) {
  const { values } = parseLine(args, { counts: COUNTS, texts: { only: NAMES.join(), processes: PROCESSES.join(), out: undefined } })
  const only = parseOnly(values.only, NAMES)
  const processes = values.processes.split(',').map((count) => parseCount('processes', count))
  return { ...values, only, processes, out: values.out ?? (only.length === NAMES.length ? path.join(FOLDER, 'scale.json') : undefined) }
}

async function run ({ only, out, help, ...how }) {
  const load = hasWrk() ? 'wrk' : 'autocannon'
  console.log(`Node ${process.version.slice(1)}, ${CORES} cores, shared by the servers, nginx and the load generator: ${load}\n`)
  const measured = {}
  for (const name of only) {
    const { measure, summarize, note = () => [] } = parts[name]
    measured[name] = await measure(how)
    progress.clear()
    table.print(summarize(measured[name]))
    console.log(['', ...note(measured[name])].join('\n'))
  }
  if (out !== undefined) save(out, { options: { ...how, load }, ...measured })
}

runCommand({ USAGE, parseOptions }, run)
