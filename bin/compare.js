'use strict'

const { Console } = require('node:console')
const picocolors = require('picocolors')
const { describe } = require('./compare/comparison')
const { report } = require('./compare/report')
const { compareSides } = require('./compare/rounds')
const { openSubject, whyWhole } = require('./compare/subject')
const site = require('./site')
const { UsageError } = require('./usage-error')

/** On a machine with two cores they take some 11 s. */
const ROUNDS = 5

const usage = `Usage: buffered-render compare <view> --data <file> [options]

Renders a view by its engine and by buffered-render, both in production mode and each in a
process of its own; tells whether the pages are the same, byte for byte, and what they take.

  <view>             a file, or a name as res.render takes it
${site.usage}
  --rounds <n>       how often each side is measured, by new processes (default: ${ROUNDS})
  --json             print one JSON document
  --help             print this

Exit codes: 0 if the pages are the same, whatever they take; 1 if they are not, if the view
throws or its engine is not installed; 2 if the command could not be understood.`

const options = {
  ...site.options,
  rounds: { type: 'string', default: String(ROUNDS) },
  json: { type: 'boolean', default: false }
}

/**
 * Compares a view by its engine with the same by this library, and prints what it found.
 *
 * @param {{ values: object, positionals: string[] }} input of the command line
 * @returns {Promise<boolean>} whether both gave the same pages
 * @throws {UsageError} for what cannot be compared as it was asked
 * @throws {Error} if the engine is not installed, or a process of a side fails
 */
async function run ({ values, positionals }) {
  const rounds = count(values.rounds)
  const setting = settingOf(values, positionals)
  // What the module of --options prints stays out of what this prints.
  globalThis.console = new Console(process.stderr)
  const subject = await openSubject(setting)
  const { threshold } = subject.view.renderer.responder
  const comparison = describe(subject, await compareSides(setting, { rounds, threshold }), whyWhole(subject))
  process.stdout.write(`${values.json ? JSON.stringify(comparison, null, 2) : textOf(comparison)}\n`)
  return comparison.identical && comparison.errors === undefined
}

/**
 * @param {import('./compare/comparison').Comparison} comparison
 * @returns {string} for a terminal, or for a pipe
 */
function textOf (comparison) {
  return report(comparison, picocolors.createColors(process.stdout.isTTY === true && picocolors.isColorSupported))
}

/**
 * @param {object} values of the command line
 * @param {string[]} positionals
 * @returns {import('./compare/subject').Setting}
 * @throws {UsageError} if something is missing, or the data cannot be read
 */
function settingOf ({ data, options, views }, [view, ...others]) {
  if (view === undefined) throw new UsageError('No view was given', usage)
  if (others.length > 0) throw new UsageError(`One view can be compared at a time, got ${[view, ...others].join(' ')}`, usage)
  if (data === undefined) {
    throw new UsageError('--data is missing: the JSON file with the locals to render with; for a view without any, {} in it will do', usage)
  }
  return { view, locals: site.readJson('data', data), options, views }
}

/**
 * @param {string} text
 * @returns {number}
 */
function count (text) {
  if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`--rounds takes a whole number above 0, got '${text}'`, usage)
  return Number(text)
}

module.exports = { options, run, usage }
