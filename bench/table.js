'use strict'

const { figure } = require('../bin/measure/figures')
const { median } = require('../bin/measure/statistics')
const { plainTable } = require('../bin/plain-table')
const { wrap } = require('../bin/wrap')
const { quartiles } = require('./quartiles')

/** @typedef {{ title?: string, header: string[], rows: string[][] }} Table */

const plain = ({ header, rows }) => plainTable(header, rows)

/** Formats a table as Markdown. */
function markdown ({ header, rows }) {
  const rule = header.map((_, column) => column === 0 ? '---' : '---:')
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Prints a table below its title, if it has one. */
function print ({ title, ...table }) {
  console.log(wrap((title === undefined ? '' : `${title}\n\n`) + plain(table), process.stdout.columns))
}

const NONE = '–'

/** @returns {string} median (min–max) of at least one value, with so many decimal places */
function range (values, digits) {
  return `${figure(median(values), digits)} (${figure(Math.min(...values), digits)}–${figure(Math.max(...values), digits)})`
}

const times = (ratio) => `${figure(ratio, 2)}×`

/**
 * @param {number[]} numerators by round
 * @param {number[]} denominators of the same rounds
 * @param {number} [digits] decimal places with which the medians are shown
 * @returns {number} the ratio of the medians as they are shown, so that a reader who divides them gets it
 */
function ratioOf (numerators, denominators, digits = 0) {
  const shown = (values) => Number(median(values).toFixed(digits))
  return shown(numerators) / shown(denominators)
}

/** @returns {[median: string, quartiles: string]} two cells: of the ratios of pairs */
function gains (ratios) {
  const [lower, middle, upper] = quartiles(ratios)
  return [times(middle), `${figure(lower, 2)}–${figure(upper, 2)}`]
}

/** @returns {string} `gains` in one cell */
function gain (ratios) {
  const [middle, range] = gains(ratios)
  return `${middle} (${range})`
}

module.exports = { NONE, gain, gains, markdown, plain, print, range, ratioOf, times }
