'use strict'

const { comparisonOf } = require('./compare/comparison')
const { report } = require('./compare/report')
const { compareSides } = require('./compare/rounds')
const { openSubject } = require('./compare/subject')
const site = require('./site')
const { UsageError } = require('./usage-error')

/** Three rounds take one to two minutes on a machine with two cores. */
const ROUNDS = 3

/** The arguments that print help. */
const HELP = 'compare --help'

const usage = `Usage: buffered-render compare <view> --data <file> [options]

Serves a view over HTTP with and without buffered-render, with the framework and the engine that your app has \
installed, in production mode. Reports whether the pages are identical byte for byte, and what a request costs: \
uncompressed, compressed in both, for a client that has the page already (304), and for a page that was sent before. \
Each server is a process and loads the data: a module must give the same values each time.

  <view>             a file, or a view name as passed to res.render; the extension may be missing if only one view \
has the name
${site.usage}
  --rounds <n>       number of rounds of 15 pairs, each with new processes (default: ${ROUNDS})
  --json             print one JSON document; for an error, { "error": … }
  -h, --help         print this help
  --version          print the version

Exit codes: 0 if the pages are identical, whatever the speed; 1 if they differ, the view throws or never answers, or \
its engine is not installed; 2 if the command line or a file that it names is invalid.`

const options = {
  ...site.options,
  rounds: { type: 'string', default: String(ROUNDS) },
  json: { type: 'boolean', default: false }
}

/**
 * Compares how a view is served with this library and without it.
 *
 * @returns {Promise<{ output: string, isFine: boolean }>} `isFine` if the pages are identical
 * @throws {UsageError} if the arguments are invalid, or the view cannot be compared
 * @throws {Error} if the engine is not installed, or a child process fails
 */
async function run ({ values, positionals }, colors) {
  const rounds = count(values.rounds)
  const setting = settingOf(values, positionals)
  const subject = await openSubject(setting)
  const comparison = comparisonOf(subject, await compareSides(setting, subject, { rounds }))
  const output = values.json ? JSON.stringify(comparison, null, 2) : report(comparison, colors)
  return { output, isFine: comparison.identical && comparison.errors === undefined }
}

/**
 * @param {object} values those of the command line
 * @returns {import('./compare/subject').Setting}
 * @throws {UsageError} if an argument is missing
 */
function settingOf ({ data, options, views }, [view, ...others]) {
  if (view === undefined) throw new UsageError('Missing view: pass a file or the name of a view', HELP)
  if (others.length > 0) {
    throw new UsageError(`compare takes one view, got ${1 + others.length}: ${[view, ...others].join(' ')}`, HELP)
  }
  if (data === undefined) {
    throw new UsageError(
      'Missing --data: pass a file with the locals of the view; if it needs none, a JSON file with {}',
      HELP
    )
  }
  return { view, data, options, views }
}

function count (text) {
  if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`--rounds takes a whole number above 0, got '${text}'`, HELP)
  return Number(text)
}

module.exports = { options, run, usage }
