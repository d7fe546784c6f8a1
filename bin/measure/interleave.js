'use strict'

const { setImmediate } = require('node:timers/promises')
const rotate = require('./rotate')

/**
 * Lets contenders take turns, so that a drift of the machine hits all of them.
 * Another one begins in each round; the first round warms up and is not counted.
 *
 * @template T
 * @param {string[]} names
 * @param {object} how
 * @param {number} how.rounds to count
 * @param {(name: string) => T | Promise<T>} how.takeTurn
 * @param {(round: string) => void} [how.onRound] is told at the start of each
 * @returns {Promise<Record<string, T[]>>} by name, in the order of the rounds
 */
async function interleave (names, { rounds, takeTurn, onRound = () => {} }) {
  const results = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    onRound(round === 0 ? 'warm-up' : `round ${round} of ${rounds}`)
    for (const name of rotate(names, round)) {
      const result = await takeTurn(name)
      if (round > 0) results[name].push(result)
      // What the turn has left to the event loop is not to be done in that of another.
      await setImmediate()
    }
  }
  return results
}

module.exports = { interleave }
