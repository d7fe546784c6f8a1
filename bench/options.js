'use strict'

const { parseArgs } = require('node:util')
const { parseCount } = require('./command')
const { LATEST } = require('./results')
const { estimate, steps } = require('./steps')

/** Group → names. */
const GROUPS = groupNames()
const NAMES = [...new Set(Object.values(GROUPS).flat())]

const DEFAULTS = { rounds: '3', seconds: '1' }

const USAGE = `Usage: npm run bench -- [options]

  --only <names>   what to measure, separated by commas: groups or names (default: all)
${Object.entries(GROUPS).map(([group, names]) => `                     ${group}: ${names.join(', ')}`).join('\n')}
  --rounds <n>     rounds to measure, after one that warms up (default: ${DEFAULTS.rounds})
  --seconds <n>    length of a server's turn in a round (default: ${DEFAULTS.seconds})
  --out <file>     where the results go (default: bench/results/latest.json for all, none for less)
  --markdown       print the tables as Markdown
  --help           print this

All of it takes about ${Math.ceil(estimate(steps, { rounds: Number(DEFAULTS.rounds), seconds: Number(DEFAULTS.seconds) }) / 60)} minutes.`

/**
 * @typedef {object} Options
 * @property {string[]} only names, no groups
 * @property {number} rounds
 * @property {number} seconds
 * @property {string} [out] a file
 * @property {boolean} markdown
 * @property {boolean} help
 */

/**
 * @param {string[]} args
 * @returns {Options}
 * @throws {TypeError} naming the option and what it takes
 */
function parseOptions (args) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: NAMES.join() },
      rounds: { type: 'string', default: DEFAULTS.rounds },
      seconds: { type: 'string', default: DEFAULTS.seconds },
      out: { type: 'string' },
      markdown: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false }
    }
  })
  const only = parseNames(values.only)
  return {
    ...values,
    only,
    out: values.out ?? (only.length === NAMES.length ? LATEST : undefined),
    rounds: parseCount('rounds', values.rounds),
    seconds: parseCount('seconds', values.seconds)
  }
}

function groupNames () {
  const groups = {}
  for (const { name, group } of steps) (groups[group] ??= new Set()).add(name)
  return Object.fromEntries(Object.entries(groups).map(([group, names]) => [group, [...names]]))
}

function parseNames (list) {
  const words = list.split(',')
  const known = [...new Set([...Object.keys(GROUPS), ...NAMES])]
  const unknown = words.find((word) => !known.includes(word))
  if (unknown !== undefined) throw new TypeError(`--only takes ${known.join(', ')}; got '${unknown}'`)

  const only = words.flatMap((word) => GROUPS[word] ?? word)
  return NAMES.filter((name) => only.includes(name))
}

module.exports = { USAGE, parseOptions }
