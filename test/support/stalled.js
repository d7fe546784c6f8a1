'use strict'

/**
 * @param {() => number} numberOf
 * @returns {Promise<void>} fulfilled when a number has not changed for a while
 */
async function stalled (numberOf) {
  let before
  do {
    before = numberOf()
    await new Promise((resolve) => setTimeout(resolve, 50))
  } while (numberOf() !== before || before === 0)
}

module.exports = { stalled }
