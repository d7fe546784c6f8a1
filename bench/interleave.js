'use strict'

const { setImmediate } = require('node:timers/promises')
const rotate = require('./rotate')

/**
 * Runs contenders in turns, so that a drift of the machine affects all of them. The order rotates from round to round.
 * The first round is a warm-up and is not counted.
 *
 * @template T
 * @param {object} how
 * @param {number} how.rounds to count
 * @param {(name: string) => T | Promise<T>} how.takeTurn
 * @param {(round: string) => void} [how.onRound] called at the start of each round
 * @returns {Promise<Record<string, T[]>>} by name, in the order of the rounds
 */
async function interleave (names, { rounds, takeTurn, onRound = () => {} }) {
  const results = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    onRound(round === 0 ? 'warm-up' : `round ${round} of ${rounds}`)
    for (const name of rotate(names, round)) {
      const result = await takeTurn(name)
      if (round > 0) results[name].push(result)
      // Callbacks of this turn must not run in the next contender's.
      await setImmediate()
    }
  }
  return results
}

module.exports = { interleave }
