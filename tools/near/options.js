'use strict'

const { parseArgs } = require('node:util')

const USAGE = `Usage: npm run test:near -- [options] [path …]

Checks changed files by ESLint and runs the tests that answer for them: for one file of lib/ or bin/, up to 40 seconds on two cores. \
The files are those that git reports as changed or new, or the given files and folders; tools/near/table.js has their tests. \
Prints what is left to npm test.

  --since <commit>  what has changed since then, such as main (default: HEAD)
  --list            print the tests, and run none
  --measure         run the tests, and print which functions of the files they do not call
  --help            print this help

The exit code is 1 if a check or a test fails, and 2 if the command line is invalid.`

/**
 * @typedef {object} Options
 * @property {string[]} paths
 * @property {string} since
 * @property {boolean} list
 * @property {boolean} measure
 * @property {boolean} help
 */

/**
 * @param {string[]} args
 * @returns {Options}
 * @throws {TypeError} with the name of the option
 */
function parseOptions (args) {
  const flag = { type: 'boolean', default: false }
  const options = { since: { type: 'string', default: 'HEAD' }, list: flag, measure: flag, help: flag }
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  return { ...values, paths: positionals }
}

module.exports = { USAGE, parseOptions }
