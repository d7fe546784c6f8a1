'use strict'

const { figure } = require('../bin/measure/figures')
const { median, ratios } = require('../bin/measure/statistics')
const { plainTable } = require('../bin/plain-table')

/** @typedef {{ title?: string, header: string[], rows: string[][] }} Table */

const plain = ({ header, rows }) => plainTable(header, rows)

/** Formats a table as Markdown. */
function markdown ({ header, rows }) {
  const rule = header.map((_, column) => column === 0 ? '---' : '---:')
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Prints a table below its title, if it has one. */
function print ({ title, ...table }) {
  console.log((title === undefined ? '' : `${title}\n\n`) + plain(table))
}

const NONE = '–'

/** @returns {string} median (min–max) of at least one value, with so many decimal places */
function range (values, digits) {
  return `${figure(median(values), digits)} (${limits(values, digits)})`
}

/** @returns {string} min–max */
function limits (values, digits) {
  return `${figure(Math.min(...values), digits)}–${figure(Math.max(...values), digits)}`
}

const times = (ratio) => `${figure(ratio, 2)}×`

/** @returns {number} microseconds of CPU time per request, of all threads of a server */
const cpuOf = ({ cores, requestsPerSecond }) => cores * 1e6 / requestsPerSecond

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

/** @returns {[ratio: string, range: string]} two cells: `ratioOf`, and the range of the ratios in each round */
function gains (numerators, denominators, digits) {
  return [times(ratioOf(numerators, denominators, digits)), limits(ratios(numerators, denominators), 2)]
}

module.exports = { NONE, cpuOf, gains, limits, markdown, plain, print, range, ratioOf, times }
