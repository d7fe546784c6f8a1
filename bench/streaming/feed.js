'use strict'

const { setImmediate: nextTurn } = require('node:timers/promises')

/** Rows arrive in batches, as from a database, and form a page of 1 MB. */
const BATCH = 16
const BATCHES = 32
const ROW_BYTES = 2048

/** Number of feeds that have started, and that have ended. */
const feeds = { begun: 0, over: 0 }

/** @returns {string} row of `ROW_BYTES`, with nothing to escape */
function row (n) {
  return `Row ${n} `.padEnd(ROW_BYTES, 'of the tide table, ')
}

async function * feed (render, batches = BATCHES) {
  feeds.begun++
  try {
    for (let n = 0; n < batches * BATCH; n++) {
      if (n % BATCH === 0) await nextTurn()
      yield render(row(n))
    }
  } finally {
    feeds.over++
  }
}

/** @returns {string[]} all rows */
function allRows () {
  return Array.from({ length: BATCHES * BATCH }, (_, n) => row(n))
}

module.exports = { allRows, feed, feeds }
