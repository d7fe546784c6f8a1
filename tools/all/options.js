'use strict'

const { randomInt } = require('node:crypto')
const { parseArgs } = require('node:util')
const { PARTS } = require('./parts')

const NAMES = Object.keys(PARTS)
const WIDTH = Math.max(...NAMES.map((name) => name.length)) + 2

const USAGE = `Usage: npm run test:all -- [options] [part …]

Runs all parts, or the given parts:
${NAMES.map((name) => `  ${name.padEnd(WIDTH)}${PARTS[name].about}`).join('\n')}

  --without <parts>  parts to skip, separated by commas
  --minutes <n>      start nothing after this time, and end what still runs a minute later; the seed determines the order
  --seed <n>         order of the run and seed of generated cases, to repeat a run
  --help             print this help`

/**
 * @typedef {object} Options
 * @property {string[]} parts
 * @property {number} seed
 * @property {number} milliseconds after which nothing starts
 * @property {boolean} help
 */

/**
 * @param {string[]} args
 * @returns {Options}
 * @throws {TypeError} with the option or part, and the valid values
 */
function parseOptions (args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      without: { type: 'string', default: '' },
      minutes: { type: 'string', default: 'Infinity' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      help: { type: 'boolean', default: false }
    }
  })
  const without = values.without.split(',').filter(Boolean)
  for (const name of [...positionals, ...without]) {
    if (!NAMES.includes(name)) throw new TypeError(`Unknown part '${name}'; the parts are ${NAMES.join(', ')}`)
  }
  return {
    parts: (positionals.length > 0 ? positionals : NAMES).filter((name) => !without.includes(name)),
    seed: parseSeed(values.seed),
    milliseconds: parseMinutes(values.minutes),
    help: values.help
  }
}

/**
 * @returns {number} milliseconds
 * @throws {TypeError} with the valid values
 */
function parseMinutes (text) {
  const minutes = Number(text)
  if (!(minutes > 0)) throw new TypeError(`--minutes takes a number above 0, got '${text}'`)
  return minutes * 60_000
}

/** @throws {TypeError} with the valid values */
function parseSeed (text) {
  const seed = Number(text)
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 31) throw new TypeError(`--seed takes a whole number from 0 to ${2 ** 31 - 1}, got '${text}'`)
  return seed
}

module.exports = { USAGE, parseMinutes, parseOptions, parseSeed }
