'use strict'

const { figure } = require('../measure/figures')
const { plainTable } = require('../plain-table')

/** Lower rates are shown with one decimal place. */
const LOW_RATE = 100

/**
 * @param {import('./comparison').Comparison} comparison with measurements
 * @returns {string} medians (min–max); the verdict shows the spread of the ratio
 */
function tableOf ({ language, page, gzip }) {
  const rows = rates('to bytes', page)
  if (gzip) {
    const { engine, ours } = gzip
    rows.push(...rates('gzip', gzip), ['gzip, bytes', figure(engine.bytes), figure(ours.bytes), figure(ours.bytes / engine.bytes, 2)])
  }
  return plainTable({ head: ['', language, 'buffered-render', 'ratio'], colAligns: ['left', 'right', 'right', 'right'] }, rows)
}

/**
 * @param {string} title
 * @param {import('./comparison').Measured} measured
 * @returns {string[][]} rows
 */
function rates (title, { engine, ours, ratio }) {
  const sides = [engine, ours]
  return [
    [`${title}, renders/s`, ...sides.map(({ rendersPerSecond }) => rate(rendersPerSecond)), figure(ratio.median, 2)],
    [`${title}, MB/s of page`, ...sides.map(({ bytesPerSecond }) => between(bytesPerSecond, 1, 1e6)), '']
  ]
}

function rate (spread) {
  return between(spread, spread.median < LOW_RATE ? 1 : 0)
}

/**
 * @param {import('./comparison').Spread} spread
 * @param {number} digits decimal places
 * @param {number} [unit]
 * @returns {string}
 */
function between ({ median, min, max }, digits, unit = 1) {
  const [middle, least, most] = [median, min, max].map((value) => figure(value / unit, digits))
  return `${middle} (${least}–${most})`
}

module.exports = { tableOf }
