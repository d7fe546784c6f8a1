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
/**
 * Milliseconds after which a slow page counts as warmed up, of the requests of a turn, and after which there are fewer
 * pairs. The speed of a machine changes within seconds: only what is measured within a fraction of one compares.
 */
const TIMES = { warmUp: 4000, turn: 60, pairs: 4000 }
/** Pairs of turns of both sides for each way in a round: 45 in three rounds. */
const PAIRS = 15

/**
 * Results of the comparison and of the measurements.
 *
 * @typedef {import('./pages').PageComparison & { fallbacks: Fallback[], measures: Record<string, Measures> }}
 *   ComparedSides only identical pages are measured, and no errors
 *
 * @typedef {Partial<Record<'alone' | 'ours', number[]>>} Measures microseconds of CPU time per request, by pair
 * @typedef {{ view: string, reason: string }} Fallback
 */

/**
 * Compares the sides in rounds. Each server runs in a separate process, so that type feedback from one
 * does not slow down another. Each round starts new processes, since V8 optimises the same code
 * differently from process to process. Pages are compared before they are timed.
 *
 * @param {object} how
 * @param {{ warmUp: number, turn: number, pairs: number }} [how.times] milliseconds
 * @returns {Promise<ComparedSides>}
 * @throws {Error} if a process fails
 */
async function compareSides (setting, subject, { rounds, times = TIMES }) {
  const ways = waysFor(subject)
  const measures = {}
  try {
    for (let round = 1; ; round++) {
      show(`round ${round} of ${rounds}`)
      const compared = await withSides(setting, ways, async (processOf) => {
        const compared = await comparePages(processOf, ways)
        const fallbacks = await processOf('ours', ways[0]).ask({ fallbacks: true })
        if (compared.ways) await takeTurns(processOf, compared.ways, { round, rounds, times, measures })
        return { ...compared, fallbacks }
      })
      if (compared.ways === undefined || round === rounds) return { ...compared, measures }
    }
  } finally {
    progress.clear()
  }
}

function show (text) {
  if (process.stderr.isTTY) progress.show(`compare: ${text}`)
}

async function takeTurns (processOf, ways, { round, rounds, times, measures }) {
  const warm = new Set()
  for (const { way, status, headers } of ways) {
    show(`round ${round} of ${rounds}, ${way.title}`)
    const present = SIDES.filter((side) => way[side] !== undefined)
    const run = (side, milliseconds, requests) =>
      processOf(side, way).measure({ headers: headers[side], status, milliseconds, requests })
    await Promise.all(present.map((side) => {
      const server = processOf(side, way)
      const requests = warm.has(server) ? WARM_UP.others : WARM_UP.first
      warm.add(server)
      return run(side, times.warmUp, requests)
    }))
    const measured = measures[way.name] ??= {}
    const end = performance.now() + times.pairs
    // One after the other, and the other way round: A B, B A, A B …
    for (let pair = 0; pair < PAIRS && (pair === 0 || performance.now() < end); pair++, present.reverse()) {
      for (const side of present) (measured[side] ??= []).push(await run(side, times.turn))
    }
  }
}

module.exports = { compareSides }
