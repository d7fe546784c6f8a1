'use strict'

const progress = require('../measure/progress')
const { identify } = require('./identity')
const { withSides } = require('./side-process')

const SIDES = ['engine', 'ours']
/** Milliseconds of processor time for each way: after both, the compiler is done with what they share. */
const WARM_UP = 600
/** Likewise: long enough for several collections of garbage. */
const TURN = 150

/**
 * What was found and measured.
 *
 * @typedef {import('./identity').Identity & { microseconds: Partial<Record<'page' | 'gzip', Times>> }} Compared
 *   times only of pages that are the same and do not throw
 *
 * @typedef {Record<'engine' | 'ours', number[]>} Times microseconds of processor time for a
 *   render to bytes, by round
 */

/**
 * Compares the sides in rounds. Each side has a process of its own: what one has the compiler
 * expect is not to slow down the other. Each round has new ones: what the compiler makes of the
 * same code differs from process to process. In each, pages are compared before anything is timed.
 *
 * @param {import('./subject').Setting} setting
 * @param {object} how
 * @param {number} how.rounds
 * @param {number} how.threshold bytes below which pages are not compressed
 * @param {number} [how.warmUp] milliseconds of processor time
 * @param {number} [how.turn] likewise
 * @returns {Promise<Compared>}
 * @throws {Error} if a process fails
 */
async function compareSides (setting, { rounds, threshold, warmUp = WARM_UP, turn = TURN }) {
  const microseconds = {}
  try {
    for (let round = 1; ; round++) {
      progress.show(`compare: round ${round} of ${rounds}`)
      const identity = await withSides(setting, async (sides) => {
        const identity = await identify(sides, threshold)
        if (isTimed(identity)) await takeTurns(sides, waysOf(identity), { round, warmUp, turn, microseconds })
        return identity
      })
      if (!isTimed(identity)) return { ...identity, microseconds: {} }
      if (round === rounds) return { ...identity, microseconds }
    }
  } finally {
    progress.clear()
  }
}

/**
 * @param {import('./identity').Identity} identity
 * @returns {boolean}
 */
function isTimed ({ identical, errors }) {
  return identical && errors === undefined
}

/**
 * @param {import('./identity').Identity} identity
 * @returns {('page' | 'gzip')[]}
 */
function waysOf ({ gzip }) {
  return gzip ? ['page', 'gzip'] : ['page']
}

async function takeTurns (sides, ways, { round, warmUp, turn, microseconds }) {
  for (const way of ways) await Promise.all(SIDES.map((side) => sides[side].ask({ time: way, turn: warmUp })))
  for (const way of ways) {
    const times = microseconds[way] ??= { engine: [], ours: [] }
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
      times[side].push(await sides[side].ask({ time: way, turn }) / 1000)
    }
  }
}

module.exports = { compareSides }
