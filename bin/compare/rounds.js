'use strict'

const progress = require('../measure/progress')
const { comparePages } = require('./pages')
const { withSides } = require('./side-process')

const SIDES = ['engine', 'ours']
/** Milliseconds of processor time for each way: enough for V8 to optimise the code that both ways share. */
const WARM_UP = 600
/** Milliseconds of processor time: long enough for several garbage collections. */
const TURN = 150

/**
 * Results of the comparison and of the measurements.
 *
 * @typedef {import('./pages').PageComparison & { microseconds: Partial<Record<'page' | 'gzip', Times>> }} Compared
 *   only identical pages are timed, and no errors
 *
 * @typedef {Record<'engine' | 'ours', number[]>} Times microseconds of processor time per
 *   render, by round
 */

/**
 * Compares the sides in rounds. Each side runs in its own process, so that type feedback from one
 * does not slow down the other. Each round starts new processes, since V8 optimises the same code
 * differently from process to process. Pages are compared before they are timed.
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
      const compared = await withSides(setting, async (sides) => {
        const compared = await comparePages(sides, threshold)
        if (isTimed(compared)) await takeTurns(sides, waysOf(compared), { round, warmUp, turn, microseconds })
        return compared
      })
      if (!isTimed(compared)) return { ...compared, microseconds: {} }
      if (round === rounds) return { ...compared, microseconds }
    }
  } finally {
    progress.clear()
  }
}

/**
 * @param {import('./pages').PageComparison} compared
 * @returns {boolean}
 */
function isTimed ({ identical, errors }) {
  return identical && errors === undefined
}

/**
 * @param {import('./pages').PageComparison} compared
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
