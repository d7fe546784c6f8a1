'use strict'

const progress = require('../measure/progress')
const { comparePages } = require('./pages')
const { withSides } = require('./side-process')
const { waysFor } = require('./ways')

const SIDES = ['alone', 'ours']
/**
 * The first requests, which are not measured, for the first way that a server answers and for the others. With Node 20,
 * Express with EJS took 340 µs of CPU time for its first requests, 150 after 3,000 and 115 after 8,000; this library
 * 310, and 42 after 12,000.
 */
const WARM_UP = { first: 12000, others: 3000 }
/** Milliseconds after which a slow page counts as warmed up, and milliseconds of requests that are measured. */
const TIMES = { warmUp: 4000, turn: 500 }

/**
 * Results of the comparison and of the measurements.
 *
 * @typedef {import('./pages').PageComparison & { fallbacks: Fallback[], measures: Record<string, Measures> }}
 *   ComparedSides only identical pages are measured, and no errors
 *
 * @typedef {Partial<Record<'alone' | 'ours', { microseconds: number, requestsPerSecond: number }[]>>} Measures by round
 * @typedef {{ view: string, reason: string }} Fallback
 */

/**
 * Compares the sides in rounds. Each server runs in a separate process, so that type feedback from one
 * does not slow down another. Each round starts new processes, since V8 optimises the same code
 * differently from process to process. Pages are compared before they are timed.
 *
 * @param {object} how
 * @param {{ warmUp: number, turn: number }} [how.times] milliseconds
 * @returns {Promise<ComparedSides>}
 * @throws {Error} if a process fails
 */
async function compareSides (setting, subject, { rounds, times = TIMES }) {
  const ways = waysFor(subject)
  const measures = {}
  const showNext = createProgress(rounds)
  try {
    for (let round = 1; ; round++) {
      progress.show(`compare: round ${round} of ${rounds}`)
      const compared = await withSides(setting, ways, async (processOf) => {
        const compared = await comparePages(processOf, ways)
        const fallbacks = await processOf('ours', ways[0]).ask({ fallbacks: true })
        if (compared.ways) await takeTurns(processOf, compared.ways, { round, rounds, times, measures, showNext })
        return { ...compared, fallbacks }
      })
      if (compared.ways === undefined || round === rounds) return { ...compared, measures }
    }
  } finally {
    progress.clear()
  }
}

async function takeTurns (processOf, ways, { round, rounds, times, measures, showNext }) {
  const order = round % 2 === 0 ? SIDES : SIDES.toReversed()
  const warm = new Set()
  for (const { way, status, headers } of ways) {
    showNext(`compare: round ${round} of ${rounds}, ${way.title}`, ways.length)
    const present = order.filter((side) => way[side] !== undefined)
    const run = (side, milliseconds, requests) =>
      processOf(side, way).measure({ headers: headers[side], status, milliseconds, requests })
    await Promise.all(present.map((side) => {
      const server = processOf(side, way)
      const requests = warm.has(server) ? WARM_UP.others : WARM_UP.first
      warm.add(server)
      return run(side, times.warmUp, requests)
    }))
    const measured = measures[way.name] ??= {}
    for (const side of present) (measured[side] ??= []).push(await run(side, times.turn))
  }
}

/** @returns {(title: string, ways: number) => void} shows what is measured next in a terminal, with the time left */
function createProgress (rounds) {
  const start = performance.now()
  let done = 0
  return (title, ways) => {
    if (!process.stderr.isTTY) return
    const seconds = (performance.now() - start) / 1000
    const step = seconds / Math.max(done, 1)
    if (done > 0) progress.reach({ total: step * rounds * ways, done: seconds, step })
    progress.show(title)
    done++
  }
}

module.exports = { compareSides }
