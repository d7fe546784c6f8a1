'use strict'

/** @returns {number} time by a clock that all threads share */
function milliseconds () {
  return Number(process.hrtime.bigint()) / 1e6
}

module.exports = { milliseconds }
