'use strict'

const { printable, quoted } = require('../../lib/util/printable')
const { hintFor } = require('../languages')
const { figure } = require('../measure/figures')
const { printableLines } = require('../printable-lines')
const { tablesOf } = require('./table')

const OURS = 'buffered-render'
const FRAMEWORKS = { express: 'Express', koa: 'Koa', http: 'node:http' }

/** The words of each verdict, which are always said. */
const VERDICTS = {
  gains: 'This view gains',
  slower: `This view is slower with ${OURS}`,
  nothing: 'This view gains nothing',
  noisy: 'Too noisy to tell'
}
const NOISY = 'the quartiles are further apart than 30 %. End other programs, or measure with more --rounds'

/** @returns {string} the report for a person to read */
function report (comparison, colors) {
  const { name, language, framework, node, version, ways } = comparison
  const stack = [FRAMEWORKS[framework.name], framework.version].filter(Boolean).join(' ')
  const parts = [
    `${colors.bold(printable(name))}: ${stack} and ${language}, ` +
      `without and with ${OURS} ${version}, Node ${node.slice(1)}`,
    [...findings(comparison, colors), ...remarks(comparison)].join('\n')
  ]
  if (ways) {
    parts.push(tablesOf(comparison, FRAMEWORKS[framework.name], colors), explanations(comparison, colors).join('\n'))
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
      `${OURS} sends this page uncompressed, though it is compressed without: see the options compress and threshold.`,
    ways?.every(({ ours }) => ours.coding === 'identity') &&
      `${OURS} does not compress this page: ` +
      'it is shorter than the option threshold, would not get shorter, or compress is off.'
  ].filter(Boolean)
}

/** @returns {string[]} lines that say what the tables compare, and what they do not */
function explanations ({ ways, framework, compression }, colors) {
  const has = (name) => ways.some((way) => way.name === name)
  const isAlone = (name) => ways.some((way) => way.name === name && way.alone === undefined)
  const alone = FRAMEWORKS[framework.name]
  return [
    ...verdictsOf(ways.filter(({ verdict }) => verdict !== undefined)).map(colors.bold),
    has('plainAgain') &&
      'A new page differs from those before it, as if for another visitor. ' +
      `The bytes of the same page are kept: ${OURS} only renders it.`,
    has('encoded') && compression &&
      `With bufferedRender({ compress: true }), ${OURS} compresses pages, and ${compression.name} everything else.`,
    isAlone('encoded') &&
      `${alone} alone sends the page uncompressed to all clients; ${OURS} compresses it for those that accept gzip.`,
    isAlone('notModified') && `${alone} alone sends no ETag, so it sends the page again to a client that has it.`,
    'CPU time is that of the whole server, in production mode, ' +
      'but without the middleware, routes and data of your app, which take as long as before.',
    'The speed of a machine changes: compare the figures of a row with each other, not with those of other rows.'
  ].filter(Boolean)
}

/** @returns {string[]} a sentence for each verdict, with the ways that have it unless all do */
function verdictsOf (ways) {
  return Object.entries(VERDICTS).flatMap(([verdict, words]) => {
    const titles = ways.filter((way) => way.verdict === verdict).map(({ title }) => title)
    if (titles.length === 0) return []
    const which = titles.length < ways.length ? [titles.join('; ')] : []
    return [`${[words, ...which, ...verdict === 'noisy' ? [NOISY] : []].join(': ')}.`]
  })
}

module.exports = { report }
