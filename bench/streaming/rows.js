'use strict'

/** Rows of a page of 1 MB, and how many arrive at once. */
const [ROWS, BATCH] = [512, 16]
const ROW_BYTES = 2048

/** @returns {string[]} rows of `ROW_BYTES`, with nothing to escape */
function rowsOf () {
  return Array.from({ length: ROWS }, (_, n) => `Row ${n} `.padEnd(ROW_BYTES, 'of the tide table, '))
}

module.exports = { BATCH, rowsOf }
