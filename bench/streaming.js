'use strict'

// Measures the gains and costs of pages that start before their data are available:
//
// first-byte  time to the first byte of a page with late data
// throughput  pages without late data, streamed and sent in one piece
// readers     memory for many slow readers
// file        a large file within a page

const progress = require('../bin/measure/progress')
const { parseLine, parseOnly, runCommand } = require('./command')
const { save } = require('./results')
const { measureFile, summarizeFile } = require('./streaming/file')
const { measureFirstByte, summarizeFirstByte } = require('./streaming/first-byte')
const { measureReaders, summarizeReaders } = require('./streaming/readers')
const { measureThroughput, summarizeThroughput } = require('./streaming/throughput')
const table = require('./table')

/**
 * The parts of the benchmark, in the order of the run.
 *
 * @type {Record<string, { measure: (how: object) => Promise<object[]>, summarize: (measured: object[]) => import('./table').Table }>}
 */
const parts = {
  'first-byte': { measure: measureFirstByte, summarize: summarizeFirstByte },
  throughput: { measure: measureThroughput, summarize: summarizeThroughput },
  readers: { measure: measureReaders, summarize: summarizeReaders },
  file: { measure: measureFile, summarize: summarizeFile }
}

const NAMES = Object.keys(parts)
const COUNTS = { rounds: 5, seconds: 1, requests: 15, readers: 1000, megabytes: 200 }

const USAGE = `Usage: node bench/streaming.js [options]

  --only <names>    parts to measure, separated by commas (default: ${NAMES.join()})
  --rounds <n>      rounds to measure, after a warm-up (default: ${COUNTS.rounds})
  --seconds <n>     length of a server's turn in throughput (default: ${COUNTS.seconds})
  --requests <n>    requests of each kind in first-byte (default: ${COUNTS.requests})
  --readers <n>     simultaneous readers (default: ${COUNTS.readers})
  --megabytes <n>   size of the large file (default: ${COUNTS.megabytes})
  --out <file>      JSON file for the results (default: none)
  --help            print this help

A complete run takes about a minute.`

/** @throws {TypeError} with the name of the option and its valid values */
function parseOptions (args) {
  const { values } = parseLine(args, { counts: COUNTS, options: { only: { type: 'string', default: NAMES.join() }, out: { type: 'string' } } })
  return { ...values, only: parseOnly(values.only, NAMES) }
}

async function run ({ out, help, ...options }) {
  const measured = {}
  for (const name of options.only) {
    const { measure, summarize } = parts[name]
    measured[name] = await measure(options)
    progress.clear()
    table.print(summarize(measured[name]))
    console.log()
  }
  if (out !== undefined) save(out, { options, ...measured })
}

if (require.main === module) runCommand({ USAGE, parseOptions }, run)

module.exports = { parseOptions }
