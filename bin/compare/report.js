'use strict'

const { figure } = require('../measure/figures')
const { median } = require('../measure/statistics')
const { printable } = require('../printable')
const { tableOf } = require('./table')

const OURS = 'buffered-render'

/** The ways of sending a page, in the order in which they are told of. */
const WAYS = { page: 'To bytes', gzip: 'With gzip' }

/** Rounds from which on their spread tells something. */
const ENOUGH_ROUNDS = 3

/** @typedef {import('./comparison').Comparison} Comparison */
/** @typedef {import('picocolors/types').Colors} Colors */

/**
 * @param {Comparison} comparison
 * @param {Colors} colors
 * @returns {string} for people
 */
function report (comparison, colors) {
  const { name, language, node, version, page } = comparison
  const parts = [
    `${colors.bold(printable(name))} by ${language} and by ${OURS} ${version}, Node ${node.slice(1)}`,
    [...findings(comparison, colors), ...remarks(comparison)].join('\n')
  ]
  if (page) parts.push(tableOf(comparison), verdicts(comparison, colors).join('\n'))
  return parts.join('\n\n')
}

/**
 * @param {Comparison} comparison
 * @param {Colors} colors
 * @returns {string[]} lines: whether both sides gave the same
 */
function findings ({ identical, errors, difference, page, language }, colors) {
  if (errors) return thrown({ identical, errors, language }, colors)
  if (identical) return [`${colors.green('Identical')}: ${figure(page.engine.bytes)} bytes, byte for byte.`]

  const { offset, line, engine, ours } = difference
  const head = `${colors.red('Not identical')}: the pages part at byte ${figure(offset)}, in line ${figure(line)}.`
  return [head, ...bySide(language, quoted(engine), quoted(ours))]
}

function thrown ({ identical, errors: { engine, ours }, language }, colors) {
  if (identical) return [`${colors.red('Both throw')} the same: ${wordsOf(engine)}`]
  if (engine && ours) return [`${colors.red('Both throw')}, but not the same:`, ...bySide(language, wordsOf(engine), wordsOf(ours))]

  const [thrower, other] = engine ? [language, OURS] : [OURS, language]
  return [`${colors.red(`Only ${thrower} throws`)}, ${other} gives a page: ${wordsOf(engine ?? ours)}`]
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
 * @returns {string[]} lines: what the figures are to be seen with
 */
function remarks ({ changes, language, page, gzip, sentAsIs, whole }) {
  return [
    changes && `${language} itself gives another page at each render: the view changes its locals, or depends on time or chance.`,
    whole && `Here too it is rendered by the engine itself, since it ${whole}.`,
    page && !gzip && 'It is not compressed: the options compress and threshold leave it as it is.',
    sentAsIs && `${OURS} sends it as it is also to clients that take gzip: its text is too short to be deflated at each render.`
  ].filter(Boolean)
}

/**
 * @param {Comparison} comparison
 * @param {Colors} colors
 * @returns {string[]} lines: what there is to gain
 */
function verdicts ({ rounds, ...comparison }, colors) {
  const ways = Object.keys(WAYS).filter((way) => comparison[way])
  const lines = ways.map((way) => `${WAYS[way]}: ${verdict(comparison[way], colors)}`)
  if (ways.every((way) => comparison[way].ratio.min <= 1)) lines.push('There is nothing to gain with this view.')
  lines.push('These times are all that changes: what else a request takes, such as its data, stays as it is.')
  if (rounds < ENOUGH_ROUNDS) lines.push(`With ${rounds === 1 ? 'one round' : `${rounds} rounds`} there is no telling how much these figures vary.`)
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
  const costs = `${after} µs of processor time for a page instead of ${before}`
  if (ratio.min > 1) return `${colors.green(times)}, ${costs}.`
  if (ratio.max < 1) return `${colors.red('slower')}, ${times}, ${costs}.`
  return `${colors.yellow('no gain')}, ${times}, ${costs}.`
}

module.exports = { report }
