'use strict'

const { setImmediate } = require('node:timers/promises')
const progress = require('../bin/measure/progress')

/**
 * Runs contenders in turns, so that a drift of the machine affects all of them. The order rotates from round to round.
 * The first round is a warm-up and is not counted.
 *
 * @template T
 * @param {object} how
 * @param {number} how.rounds to count
 * @param {(name: string, round: string) => T | Promise<T>} how.takeTurn
 * @param {string} [how.title] shown at the start of each round
 * @returns {Promise<Record<string, T[]>>} by name, in the order of the rounds
 */
async function interleave (names, { title, rounds, takeTurn }) {
  const results = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    const shown = round === 0 ? 'warm-up' : `round ${round} of ${rounds}`
    if (title !== undefined) progress.show(`${title}: ${shown}`)
    for (const name of rotate(names, round)) {
      const result = await takeTurn(name, shown)
      if (round > 0) results[name].push(result)
      // Callbacks of this turn must not run in the next contender's.
      await setImmediate()
    }
  }
  return results
}

/** Moves elements from the start of a list to its end, `by` of them; larger numbers wrap around. */
function rotate (list, by) {
  const start = by % list.length
  return [...list.slice(start), ...list.slice(0, start)]
}

module.exports = { interleave, rotate }
