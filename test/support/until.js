'use strict'

const { setTimeout } = require('node:timers/promises')

/** Milliseconds, less than a test may take: this error says what was waited for. */
const LONGEST_WAIT = 60_000

/**
 * Waits for what happens in another thread.
 *
 * @param {() => boolean} holds asked until it does
 * @returns {Promise<void>}
 * @throws {Error} if it has not come true after a minute
 */
async function until (holds) {
  const deadline = Date.now() + LONGEST_WAIT
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${holds}`)
    await setTimeout(2)
  }
}

module.exports = { LONGEST_WAIT, until }
