'use strict'

const path = require('node:path')
const { parseArgs } = require('node:util')
const cases = require('./cases')

const NAMES = cases.map(({ name }) => name)

const USAGE = `Usage: npm run bench -- [options]

  --only <names>   pages to measure, separated by commas: ${NAMES.join(', ')}
  --rounds <n>     rounds to measure, after one that warms up (default: 5)
  --seconds <n>    length of a variant's turn in a round (default: 3)
  --out <file>     where the results go (default: bench/results/latest.json)
  --markdown       print the table as Markdown
  --help           print this`

/**
 * @param {string[]} args
 * @returns {{ only: string[], rounds: number, seconds: number, out: string, markdown: boolean, help: boolean }}
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

function names (list) {
  const only = list.split(',')
  const unknown = only.find((name) => !NAMES.includes(name))
  if (unknown !== undefined) throw new TypeError(`--only takes ${NAMES.join(', ')}; got '${unknown}'`)
  return only
}

function count (option, text) {
  if (!/^[1-9]\d*$/.test(text)) throw new TypeError(`--${option} takes a whole number above 0; got '${text}'`)
  return Number(text)
}

module.exports = { USAGE, parseOptions }
