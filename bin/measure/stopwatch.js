'use strict'

const { interleave } = require('./interleave')
const progress = require('./progress')

/** Milliseconds of processor time for which something is called, if nobody says otherwise. */
const TURN = 20
/** So many calls at most between two looks at the clock. */
const MOST_CALLS = 64

/**
 * Takes the processor time of all threads, the garbage collector's too, so that
 * another process that has the processor for a while does not count.
 *
 * @param {(i: number) => unknown} call gets a number that goes up, to take
 *   another input each time; a promise of it is waited for
 * @param {number} [turn] milliseconds of processor time for which it is called at
 *   least
 * @returns {Promise<number>} nanoseconds that a call takes
 */
async function time (call, turn = TURN) {
  const start = process.cpuUsage()
  let calls = 0
  let elapsed
  do {
    // Twice as many at each look at the clock, so that a slow call is made once.
    const next = Math.min(2 * calls + 1, calls + MOST_CALLS)
    while (calls < next) {
      const result = call(calls++)
      if (result instanceof Promise) await result
    }
    elapsed = milliseconds(process.cpuUsage(start))
  } while (elapsed < turn)
  return elapsed * 1e6 / calls
}

function milliseconds ({ user, system }) {
  return (user + system) / 1000
}

/**
 * Times calls that take turns.
 *
 * @param {Record<string, (i: number) => unknown>} calls
 * @param {object} how
 * @param {number} how.rounds
 * @param {string} how.title what the progress says
 * @returns {Promise<Record<string, number[]>>} nanoseconds of each, by round
 */
function timeInTurns (calls, { rounds, title }) {
  return interleave(Object.keys(calls), {
    rounds,
    onRound: (round) => progress.show(`${title}: ${round}`),
    takeTurn: (name) => time(calls[name])
  })
}

module.exports = { time, timeInTurns }
