'use strict'

const { spread } = require('./statistics')

/**
 * @param {number} number
 * @param {number} [digits] decimal places
 * @returns {string} with commas between thousands
 */
function figure (number, digits = 0) {
  return number.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/**
 * @param {number[]} values at least one
 * @param {number} [digits] decimal places
 * @returns {string} median (min–max)
 */
function range (values, digits) {
  const { median, min, max } = spread(values)
  return `${figure(median, digits)} (${figure(min, digits)}–${figure(max, digits)})`
}

module.exports = { figure, range }
