'use strict'

/** @param {number} [digits] decimal places. @returns {string} has commas between thousands */
function figure (number, digits = 0) {
  return number.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

module.exports = { figure }
