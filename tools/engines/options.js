'use strict'

const { parseArgs } = require('node:util')
const ranges = require('./ranges')

const ENGINES = Object.keys(ranges)

const USAGE = `Usage: npm run test:engines -- [options] [engine[@version] …]

Installs engines in a temporary folder, by default the oldest and the newest version of each range in \
lib/dialects/guards/*.json, and renders the templates of test/corpus and generated ones by the engine and by the dialect. Prints \
how many templates the dialect splices, how many it leaves to the engine, and which pages differ. An engine without a version \
is the latest.

With --learn, it takes the code of a version into lib/dialects/guards/<engine>.json and its row into docs/engines.md, if no page \
and no error of 1,000 generated templates of each kind, of the corpus and of locals with the names in generated code differs, and \
if these tests ran each part of each method that is learnt. It prints the methods with other code than in the version before: read \
them before you commit.

  ${ENGINES.join(', ')}

  --learn      learn the given versions, or the latest of each engine
  --write      write the table of docs/engines.md
  --check      repeat the rows of that table, of all engines or of the given ones, and compare them
  --markdown   print the table as Markdown
  --help       print this help

The exit code is 1 if a page differs, a row of the documents is missing or not right, a version of the table is left to the engine, \
a version is not learnt or an engine cannot be installed, and 2 if the command line is invalid.`

/**
 * @typedef {object} Options
 * @property {[name: string, range: string][]} engines given; none for all
 * @property {boolean} learn
 * @property {boolean} write
 * @property {boolean} check
 * @property {boolean} markdown
 * @property {boolean} help
 */

/**
 * @param {string[]} args
 * @returns {Options}
 * @throws {TypeError} with the engine, and the valid names
 */
function parseOptions (args) {
  const flag = { type: 'boolean', default: false }
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { learn: flag, write: flag, check: flag, markdown: flag, help: flag } })
  const engines = parseEngines(positionals)
  if (values.write && engines.length > 0) throw new TypeError('--write tries all engines; it takes no names')
  return { engines, ...values }
}

/**
 * @param {string[]} given names such as "ejs@3"
 * @returns {[name: string, range: string][]}
 * @throws {TypeError} with the engine, and the valid names
 */
function parseEngines (given) {
  return given.map((each) => {
    const [name, range = 'latest'] = each.split('@')
    if (!ENGINES.includes(name)) throw new TypeError(`Unknown engine '${name}'; the engines are ${ENGINES.join(', ')}`)
    return [name, range]
  })
}

module.exports = { USAGE, parseEngines, parseOptions }
