'use strict'

const { figure } = require('../measure/figures')
const { median } = require('../measure/statistics')
const { printable } = require('../printable')
const { tableOf } = require('./table')

const OURS = 'buffered-render'

/** The ways of sending a page, in the order of the report. */
const WAYS = { page: 'To bytes', gzip: 'With gzip' }

/** Fewer rounds have no meaningful spread. */
const ENOUGH_ROUNDS = 3

/** @typedef {import('./comparison').Comparison} Comparison */
/** @typedef {import('picocolors/types').Colors} Colors */

/**
 * @param {Comparison} comparison
 * @param {Colors} colors
 * @returns {string} report for a person to read
 */
function report (comparison, colors) {
  const { name, language, node, version, page } = comparison
  const parts = [
    `${colors.bold(printable(name))}: ${language} against ${OURS} ${version}, Node ${node.slice(1)}`,
    [...findings(comparison, colors), ...remarks(comparison)].join('\n')
  ]
  if (page) parts.push(tableOf(comparison), verdicts(comparison, colors).join('\n'))
  return parts.join('\n\n')
}

/**
 * @param {Comparison} comparison
 * @param {Colors} colors
 * @returns {string[]} lines that say whether the pages are identical
 */
function findings ({ identical, errors, difference, page, language }, colors) {
  if (errors) return thrown({ identical, errors, language }, colors)
  if (identical) return [`${colors.green('Identical')}, byte for byte: ${figure(page.engine.bytes)} bytes.`]

  const { offset, line, engine, ours } = difference
  const head = `${colors.red('Not identical')}: the first difference is at byte ${figure(offset)}, in line ${figure(line)}.`
  return [head, ...bySide(language, quoted(engine), quoted(ours))]
}

function thrown ({ identical, errors: { engine, ours }, language }, colors) {
  if (identical) return [`${colors.red('Both throw')} the same error: ${wordsOf(engine)}`]
  if (engine && ours) return [`${colors.red('Both throw')}, but different errors:`, ...bySide(language, wordsOf(engine), wordsOf(ours))]

  const [thrower, other] = engine ? [language, OURS] : [OURS, language]
  return [`${colors.red(`Only ${thrower} throws`)}, ${other} renders a page: ${wordsOf(engine ?? ours)}`]
}

function bySide (language, engine, ours) {
  const width = Math.max(language.length, OURS.length) + 1
  return [[language, engine], [OURS, ours]].map(([side, text]) => `  ${`${side}:`.padEnd(width)} ${text}`)
}

function quoted (text) {
  return printable(JSON.stringify(text))
}

function wordsOf ({ name, message }) {
  return printable(`${name}: ${message}`)
}

/**
 * @param {Comparison} comparison
 * @returns {string[]} lines that qualify the figures
 */
function remarks ({ changes, language, page, gzip, sentAsIs, engineFallback }) {
  return [
    changes && `${language} itself renders a different page each time: the view changes its locals, or uses the time or random numbers.`,
    engineFallback && `${OURS} leaves this view to the engine, because it ${engineFallback}.`,
    page && !gzip && 'The page is not compressed: see the options compress and threshold.',
    sentAsIs && `${OURS} does not compress it for clients that accept gzip: its text is too short to be deflated at each render.`
  ].filter(Boolean)
}

/**
 * @param {Comparison} comparison
 * @param {Colors} colors
 * @returns {string[]} lines that sum up the gain
 */
function verdicts ({ rounds, ...comparison }, colors) {
  const ways = Object.keys(WAYS).filter((way) => comparison[way])
  const lines = ways.map((way) => `${WAYS[way]}: ${verdict(comparison[way], colors)}`)
  if (ways.every((way) => comparison[way].ratio.min <= 1)) lines.push('This view gains nothing.')
  lines.push('Only rendering is measured: other work for a request, such as loading its data, takes as long as before.')
  const few = rounds === 1 ? 'One round is' : `${rounds} rounds are`
  if (rounds < ENOUGH_ROUNDS) lines.push(`${few} too few to show how much these figures vary.`)
  return lines
}

/**
 * @param {import('./comparison').Measured} measured
 * @param {Colors} colors
 * @returns {string}
 */
function verdict ({ engine, ours, ratio }, colors) {
  const [before, after] = [engine, ours].map(({ microseconds }) => figure(median(microseconds), 1))
  const times = `${figure(ratio.median, 2)} times as fast (${figure(ratio.min, 2)}–${figure(ratio.max, 2)})`
  const costs = `${after} µs of processor time per page instead of ${before}`
  if (ratio.min > 1) return `${colors.green(times)}, ${costs}.`
  if (ratio.max < 1) return `${colors.red('slower')}, ${times}, ${costs}.`
  return `${colors.yellow('no gain')}, ${times}, ${costs}.`
}

module.exports = { report }
