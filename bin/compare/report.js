'use strict'

const { printable, quoted } = require('../../lib/util/printable')
const { hintFor } = require('../languages')
const { figure } = require('../measure/figures')
const { printableLines } = require('../printable-lines')
const { tablesOf } = require('./table')

const OURS = 'buffered-render'
const FRAMEWORKS = { express: 'Express', koa: 'Koa', http: 'node:http' }

/** Fewer rounds have no meaningful spread. */
const ENOUGH_ROUNDS = 3

/** @returns {string} report for a person to read */
function report (comparison, colors) {
  const { name, language, framework, node, version, ways } = comparison
  const stack = [FRAMEWORKS[framework.name], framework.version].filter(Boolean).join(' ')
  const parts = [
    `${colors.bold(printable(name))}: ${stack} and ${language}, ` +
      `without and with ${OURS} ${version}, Node ${node.slice(1)}`,
    [...findings(comparison, colors), ...remarks(comparison)].join('\n')
  ]
  if (ways) {
    parts.push(tablesOf(comparison, FRAMEWORKS[framework.name], colors), explanations(comparison).join('\n'))
  }
  return parts.join('\n\n')
}

/** @returns {string[]} lines that say whether the pages are identical */
function findings ({ identical, errors, difference, bytes, language }, colors) {
  if (errors) return thrown({ identical, errors, language }, colors)
  if (identical) return [`${colors.green('Identical')}, byte for byte: ${figure(bytes)} bytes.`]

  const { offset, line, alone, ours } = difference
  const place = `the first difference is at byte ${figure(offset)}, in line ${figure(line)}.`
  return [`${colors.red('Not identical')}: ${place}`, ...bySide(language, quoted(alone), quoted(ours))]
}

function thrown ({ identical, errors: { alone, ours }, language }, colors) {
  const hint = hintFor(language, (alone ?? ours).message)
  const hints = hint === undefined ? [] : [`    ${hint}`]
  if (identical) return [`${colors.red('Both throw')} the same error: ${wordsOf(alone)}`, ...hints]
  if (alone && ours) {
    return [`${colors.red('Both throw')}, but different errors:`, ...bySide(language, wordsOf(alone), wordsOf(ours))]
  }

  const [thrower, other] = alone ? [language, OURS] : [OURS, language]
  return [`${colors.red(`Only ${thrower} throws`)}, ${other} renders a page: ${wordsOf(alone ?? ours)}`, ...hints]
}

function bySide (language, alone, ours) {
  const width = Math.max(language.length, OURS.length) + 1
  return [[language, alone], [OURS, ours]].map(([side, text]) => `  ${`${side}:`.padEnd(width)} ${text}`)
}

function wordsOf ({ name, message }) {
  return printableLines(`${name}: ${message}`)
}

/** @returns {string[]} lines that qualify the figures */
function remarks ({ name, changes, language, fallbacks = [], ways }) {
  return [
    changes &&
      `${language} itself renders a different page each time: ` +
      'the view changes its locals, or uses the time or random numbers.',
    ...fallbacks.map(({ view, reason }) => view === name
      ? `The engine renders this view, because it ${printable(reason)}. Only sending it can be faster.`
      : `The engine renders a part of this view, ${printable(view)}, because that ${printable(reason)}.`),
    ways?.some(({ alone, ours }) => ours.coding === 'identity' && alone && alone.coding !== 'identity') &&
      `${OURS} sends this page uncompressed where it is compressed without: see the options compress and threshold.`,
    ways?.every(({ ours }) => ours.coding === 'identity') &&
      `${OURS} does not compress this page: ` +
      'it is shorter than the option threshold, would not get shorter, or compress is off.'
  ].filter(Boolean)
}

/** @returns {string[]} lines that say what the tables compare, and what they do not */
function explanations ({ ways, rounds, framework, compression }) {
  const has = (name) => ways.some((way) => way.name === name)
  const isAlone = (name) => ways.some((way) => way.name === name && way.alone === undefined)
  const alone = FRAMEWORKS[framework.name]
  const slower = ways.filter(({ ratio }) => ratio?.max < 1).map(({ title }) => title)
  return [
    ways.every(({ ratio }) => ratio === undefined || ratio.min <= 1) && 'This view gains nothing.',
    slower.length > 0 && `Slower with ${OURS}: ${slower.join('; ')}.`,
    has('plainAgain') &&
      'A new page differs from those before it, as for each visitor. ' +
      `The bytes of the same page are kept: ${OURS} only renders it.`,
    has('encoded') && compression &&
      `With bufferedRender({ compress: true }), ${OURS} compresses pages, and ${compression.name} everything else.`,
    isAlone('encoded') &&
      `${alone} alone sends the page uncompressed to all clients; ${OURS} compresses it for those that accept gzip.`,
    isAlone('notModified') && `${alone} alone sends no ETag, so it sends the page again to a client that has it.`,
    'CPU time is that of the whole server, in production mode, ' +
      'but without the middleware, routes and data of your app, which take as long as before.',
    'The requests come from this machine and share its processors: compare requests/s with each other only.',
    rounds < ENOUGH_ROUNDS &&
      `${rounds === 1 ? 'One round is' : `${rounds} rounds are`} too few to show how much these figures vary.`
  ].filter(Boolean)
}

module.exports = { report }
