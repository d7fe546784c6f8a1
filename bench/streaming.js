'use strict'

// What pages gain that begin before their data are there, and what it costs:
//
// first-byte  how long a client waits for the first byte of a page whose data come late
// throughput  pages that wait for nothing, streamed and sent in one piece
// readers     the memory that many slow readers take, and what is left of those who leave
// file        a large file within a page, and the size of the parts that it is read in

const progress = require('../bin/measure/progress')
const { parseLine, runCommand } = require('./command')
const { save } = require('./results')
const { measureFile, summarizeFile } = require('./streaming/file')
const { measureFirstByte, summarizeFirstByte } = require('./streaming/first-byte')
const { measureReaders, summarizeReaders } = require('./streaming/readers')
const { measureThroughput, summarizeThroughput } = require('./streaming/throughput')
const table = require('./table')

/**
 * What is measured, one after the other.
 *
 * @type {Record<string, Part>}
 *
 * @typedef {object} Part
 * @property {(how: Options) => Promise<object[]>} measure gives plain data
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

  --only <names>    what to measure, separated by commas (default: ${NAMES.join()})
  --rounds <n>      rounds to measure, after one that warms up (default: ${COUNTS.rounds})
  --seconds <n>     length of a server's turn where pages are counted (default: ${COUNTS.seconds})
  --requests <n>    requests of each kind whose first byte is waited for (default: ${COUNTS.requests})
  --readers <n>     readers at the same time (default: ${COUNTS.readers})
  --megabytes <n>   of the large file, at least 2 (default: ${COUNTS.megabytes})
  --out <file>      where the results go as JSON (default: nowhere)
  --help            print this

All of it takes about two minutes.`

/**
 * @typedef {object} Options
 * @property {string[]} only names of what to measure
 * @property {number} rounds
 * @property {number} seconds
 * @property {number} requests
 * @property {number} readers
 * @property {number} megabytes
 * @property {string} [out] a file
 * @property {boolean} help
 */

/** @throws {TypeError} naming the option and what it takes */
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

/** Measures each part and prints what came of it. */
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
