'use strict'

/** Default duration of a measurement, in milliseconds of CPU time. */
const TURN = 20
/** The most calls between two readings of the clock. */
const MOST_CALLS = 64

/**
 * Measures a call by the CPU time of all threads, including those of the garbage collector, so that other processes do
 * not distort the result.
 *
 * @param {(i: number) => unknown} call gets the number of the call, to choose its input; a returned promise is awaited
 * @param {number} [turn] shortest duration, in milliseconds of CPU time
 * @returns {Promise<number>} nanoseconds per call
 */
async function time (call, turn = TURN) {
  const clock = startClock()
  let calls = 0
  let elapsed
  do {
    // Start with one call and double the number, so that a slow call runs only once.
    const next = Math.min(2 * calls + 1, calls + MOST_CALLS)
    while (calls < next) {
      const result = call(calls++)
      if (result instanceof Promise) await result
    }
    elapsed = clock()
  } while (elapsed < turn)
  return elapsed * 1e6 / calls
}

/** @returns {() => number} gives the milliseconds of CPU time of all threads since then */
function startClock () {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
}

module.exports = { startClock, time }
