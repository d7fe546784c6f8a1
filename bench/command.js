'use strict'

const { parseArgs } = require('node:util')
const progress = require('../bin/measure/progress')
const { helpOf } = require('../bin/wrap')
const { mapValues } = require('./map-values')

/**
 * Runs a program of the benchmark with the options of the command line. The exit code is 2 if the command line is
 * invalid, and 1 if the program fails.
 */
async function runCommand ({ USAGE, parseOptions }, run) {
  // A program that `runScript` has started ends with that process, and does not wait for it.
  process.on('disconnect', () => process.exit())
  process.channel?.unref()
  let options
  try {
    options = parseOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error.message}\n\n${helpOf(USAGE)}`)
    process.exitCode = 2
    return
  }
  if (options.help) return console.log(helpOf(USAGE))
  try {
    await run(options)
  } catch (error) {
    progress.clear()
    console.error(error.message)
    process.exitCode = 1
  }
}

/**
 * @param {object} how options of `parseArgs`, and:
 * @param {Record<string, number>} how.counts options that take whole numbers above 0, with their defaults
 * @param {Record<string, string | undefined>} how.texts other options, with their defaults; `--help` is added
 * @throws {TypeError} with the name of the option and its valid values
 */
function parseLine (args, { counts, texts, ...how }) {
  const options = mapValues({ ...counts, ...texts }, (initial) => ({ type: 'string', default: initial?.toString() }))
  const { values, positionals } = parseArgs({ args, ...how, options: { ...options, help: { type: 'boolean', default: false } } })
  for (const name of Object.keys(counts)) values[name] = parseCount(name, values[name])
  return { values: { ...values }, positionals }
}

/** @throws {TypeError} with the name of the option and its valid values */
function parseCount (option, text) {
  if (!/^[1-9]\d*$/.test(text)) throw new TypeError(`--${option} takes a whole number above 0; got '${text}'`)
  return Number(text)
}

/** @throws {TypeError} if the option `--node` is given, and is no major version of Node */
function checkMajor (version) {
  if (version === undefined || /^\d+$/.test(version)) return
  throw new TypeError(`--node takes a major version such as 24; got '${version}'`)
}

/**
 * @param {string} [what] begins the error
 * @throws {TypeError} with the valid names, if one of the names is none of them
 */
function checkNames (names, valid, what = '--only takes') {
  const unknown = names.find((name) => !valid.includes(name))
  if (unknown !== undefined) throw new TypeError(`${what} ${valid.join(', ')}; got '${unknown}'`)
}

/** @returns {string[]} the names of a list, separated by commas, in the order of the valid ones */
function parseOnly (list, valid) {
  const names = list.split(',')
  checkNames(names, valid)
  return valid.filter((name) => names.includes(name))
}

module.exports = { checkMajor, checkNames, parseCount, parseLine, parseOnly, runCommand }
