'use strict'

// Measures the gains and costs of pages that start before their data are available:
//
// first-byte  time to the first byte of a page with late data
// throughput  pages without late data, streamed and sent in one piece
// readers     memory for many slow readers, and resources left open by readers that disconnect
// file        a large file within a page, and the size of the parts in which it is read

const progress = require('../bin/measure/progress')
const { parseLine, runCommand } = require('./command')
const { save } = require('./results')
const { measureFile, summarizeFile } = require('./streaming/file')
const { measureFirstByte, summarizeFirstByte } = require('./streaming/first-byte')
const { measureReaders, summarizeReaders } = require('./streaming/readers')
const { measureThroughput, summarizeThroughput } = require('./streaming/throughput')
const table = require('./table')

/**
 * The parts of the benchmark, in the order of the run.
 *
 * @type {Record<string, Part>}
 *
 * @typedef {object} Part
 * @property {(how: Options) => Promise<object[]>} measure resolves to plain data
 * @property {(measured: object[]) => import('./table').Table[]} summarize
 */
const parts = {
  'first-byte': { measure: measureFirstByte, summarize: summarizeFirstByte },
  throughput: { measure: measureThroughput, summarize: summarizeThroughput },
  readers: { measure: measureReaders, summarize: summarizeReaders },
  file: { measure: measureFile, summarize: summarizeFile }
}

const NAMES = Object.keys(parts)

const COUNTS = { rounds: 5, seconds: 1, requests: 15, readers: 1000, megabytes: 200 }

const USAGE = `Usage: npm run bench:streaming -- [options]

  --only <names>    parts to measure, separated by commas (default: ${NAMES.join()})
  --rounds <n>      rounds to measure, after a warm-up (default: ${COUNTS.rounds})
  --seconds <n>     length of a server's turn in throughput (default: ${COUNTS.seconds})
  --requests <n>    requests of each kind in first-byte (default: ${COUNTS.requests})
  --readers <n>     simultaneous readers (default: ${COUNTS.readers})
  --megabytes <n>   size of the large file, at least 2 (default: ${COUNTS.megabytes})
  --out <file>      JSON file for the results (default: none)
  --help            print this help

A complete run takes about two minutes.`

/**
 * @typedef {object} Options
 * @property {string[]} only names of parts
 * @property {number} rounds
 * @property {number} seconds
 * @property {number} requests
 * @property {number} readers
 * @property {number} megabytes
 * @property {string} [out] a file
 * @property {boolean} help
 */

/** @throws {TypeError} with the name of the option and its valid values */
function parseOptions (args) {
  const { values } = parseLine(args, { counts: COUNTS, options: { only: { type: 'string', default: NAMES.join() }, out: { type: 'string' } } })
  if (values.megabytes < 2) throw new TypeError(`--megabytes takes a whole number above 1; got '${values.megabytes}'`)
  return { ...values, only: parseNames(values.only) }
}

function parseNames (list) {
  const names = list.split(',')
  const unknown = names.find((name) => !NAMES.includes(name))
  if (unknown !== undefined) throw new TypeError(`--only takes ${NAMES.join(', ')}; got '${unknown}'`)
  return NAMES.filter((name) => names.includes(name))
}
async function run (options) {
  const measured = await measureAll(options)
  if (options.out !== undefined) write(options, measured)
}

/** Measures each part and prints its tables. */
async function measureAll (options) {
  const measured = {}
  for (const name of options.only) {
    const { measure, summarize } = parts[name]
    measured[name] = await measure(options)
    progress.clear()
    console.log(summarize(measured[name]).map(describe).join(''))
  }
  return measured
}

function describe ({ title, header, rows }) {
  return `${title}\n\n${table.plain({ header, rows })}\n\n`
}

function write ({ out, help, ...options }, measured) {
  save(out, { options, ...measured })
}

if (require.main === module) runCommand({ USAGE, parseOptions }, run)

module.exports = { USAGE, parseOptions, parts }
