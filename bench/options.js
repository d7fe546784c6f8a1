'use strict'

const path = require('node:path')
const { parseArgs } = require('node:util')
const { dialects } = require('../lib/dialects')
const cases = require('./cases')

/** What `dialects.js` measures after the cases. */
const DIALECTS = dialects.map(({ name }) => name)
/** The table of `growth.js`, measured last. */
const GROWTH = 'growth'

/** Group → names. */
const GROUPS = { ...groupCases(), dialects: DIALECTS, [GROWTH]: [GROWTH] }
const NAMES = Object.values(GROUPS).flat()

const USAGE = `Usage: npm run bench -- [options]

  --only <names>   what to measure, separated by commas: groups or names (default: all)
${Object.entries(GROUPS).map(([group, names]) => `                     ${group}: ${names.join(', ')}`).join('\n')}
  --rounds <n>     rounds to measure, after one that warms up (default: 5)
  --seconds <n>    length of a variant's turn in a round (default: 3)
  --out <file>     where the results go (default: bench/results/latest.json)
  --markdown       print the tables as Markdown
  --help           print this`

/**
 * @param {string[]} args
 * @returns {{ only: string[], rounds: number, seconds: number, out: string, markdown: boolean, help: boolean }}
 *   `only` has names, no groups
 * @throws {TypeError} naming the option and what it takes
 */
function parseOptions (args) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: NAMES.join() },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      out: { type: 'string', default: path.join(__dirname, 'results', 'latest.json') },
      markdown: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false }
    }
  })
  return {
    ...values,
    only: names(values.only),
    rounds: count('rounds', values.rounds),
    seconds: count('seconds', values.seconds)
  }
}

function groupCases () {
  const groups = {}
  for (const { name, group } of cases) (groups[group] ??= []).push(name)
  return groups
}

function names (list) {
  const words = list.split(',')
  const known = [...new Set([...Object.keys(GROUPS), ...NAMES])]
  const unknown = words.find((word) => !known.includes(word))
  if (unknown !== undefined) throw new TypeError(`--only takes ${known.join(', ')}; got '${unknown}'`)

  const only = words.flatMap((word) => GROUPS[word] ?? word)
  return NAMES.filter((name) => only.includes(name))
}

function count (option, text) {
  if (!/^[1-9]\d*$/.test(text)) throw new TypeError(`--${option} takes a whole number above 0; got '${text}'`)
  return Number(text)
}

module.exports = { DIALECTS, GROWTH, USAGE, parseOptions }
