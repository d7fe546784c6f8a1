'use strict'

const { figure } = require('../../bin/measure/figures')
const { spread } = require('../../bin/measure/statistics')

const NONE = '–'

/**
 * @typedef {object} Table
 * @property {string} title
 * @property {string[]} header
 * @property {string[][]} rows
 */

/**
 * @param {number} ratio
 * @returns {string}
 */
function times (ratio) {
  return `${figure(ratio, 2)}×`
}

/**
 * @param {number[]} ratios one of each round
 * @returns {[median: string, range: string]} how many times as fast, in two cells
 */
function gains (ratios) {
  const { median, min, max } = spread(ratios)
  return [times(median), `${figure(min, 2)}–${figure(max, 2)}`]
}

/**
 * @param {number} actual
 * @param {number | undefined} least what was expected, if anything was
 * @param {string} [whom] what it is compared with
 * @returns {string[]} what was expected and whether it was missed, in no or one part of a cell
 */
function atLeast (actual, least, whom = '') {
  return least === undefined ? [] : [expectation(`≥ ${least}× ${whom}`, actual >= least)]
}

/**
 * @param {number} actual
 * @param {number | undefined} most
 * @returns {string[]} likewise
 */
function atMost (actual, most) {
  return most === undefined ? [] : [expectation(`≤ ${most}×`, actual <= most)]
}

/**
 * @param {string} text
 * @param {boolean} isMet
 * @returns {string}
 */
function expectation (text, isMet) {
  return isMet ? text.trim() : `${text.trim()}, missed`
}

/**
 * @param {string[]} parts
 * @returns {string} a cell
 */
function join (parts) {
  return parts.join('; ') || NONE
}

module.exports = { NONE, atLeast, atMost, expectation, gains, join, times }
