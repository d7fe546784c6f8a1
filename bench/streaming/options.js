'use strict'

const { parseArgs } = require('node:util')
const { parseCount } = require('../command')

const NAMES = ['first-byte', 'throughput', 'readers', 'file']

const COUNTS = { rounds: '5', seconds: '1', requests: '15', readers: '1000', megabytes: '200' }

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

/**
 * @param {string[]} args
 * @returns {Options}
 * @throws {TypeError} naming the option and what it takes
 */
function parseOptions (args) {
  const counts = Object.entries(COUNTS).map(([name, count]) => [name, { type: 'string', default: count }])
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: NAMES.join() },
      ...Object.fromEntries(counts),
      out: { type: 'string' },
      help: { type: 'boolean', default: false }
    }
  })
  const options = { ...values, only: parseNames(values.only) }
  for (const name of Object.keys(COUNTS)) options[name] = parseCount(name, values[name])
  if (options.megabytes < 2) throw new TypeError(`--megabytes takes a whole number above 1; got '${values.megabytes}'`)
  return options
}

function parseNames (list) {
  const names = list.split(',')
  const unknown = names.find((name) => !NAMES.includes(name))
  if (unknown !== undefined) throw new TypeError(`--only takes ${NAMES.join(', ')}; got '${unknown}'`)
  return NAMES.filter((name) => names.includes(name))
}

module.exports = { USAGE, parseOptions }
