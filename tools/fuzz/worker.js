'use strict'

// A child process that answers each `{ name, seed, path }` with the counts of a round and its failure.

// Loads every version of the engines and the frameworks.
process.env.TEST_ALL = '1'

const { AssertionError } = require('node:assert')
const { setImmediate: turn } = require('node:timers/promises')
const fc = require('fast-check')

/** Cases of a round. */
const RUNS = 50

/** Milliseconds to make a failing case smaller; a round takes a fraction of this. */
const LONGEST_SHRINK = 40_000

/** @type {unknown[]} */
const unhandled = []
for (const event of ['uncaughtException', 'unhandledRejection', 'warning']) process.on(event, (error) => unhandled.push(error))

/**
 * @typedef {object} Subject
 * @property {fc.Arbitrary<object>} cases
 * @property {(example: object, counts: Record<string, number>) => Promise<void>} compare throws where the sides differ
 * @property {(example: object) => string} show
 */

async function round ({ name, seed, path }) {
  const start = performance.now()
  /** @type {Subject} */
  const { cases, compare, show } = name === 'requests' ? require('./requests') : require('./templates').subjectOf(name)
  const counts = { runs: 0, pages: 0, requests: 0, aborts: 0 }
  const property = fc.asyncProperty(cases, async (example) => {
    counts.runs++
    await compare(example, counts)
    // Rejections are found to be unhandled at the end of a turn.
    await turn()
    if (unhandled.length > 0) throw new Error(`Nobody has handled ${unhandled.splice(0).map((error) => error?.stack ?? error)}`)
  })
  const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, { seed, path, numRuns: path === undefined ? RUNS : 1, interruptAfterTimeLimit: LONGEST_SHRINK, endOnFailure: path !== undefined })
  const seconds = (performance.now() - start) / 1000
  if (!failed) return { ...counts, seconds, failures: 0 }
  const description = [
    `To repeat: npm run fuzz -- --only ${name} --seed ${seed} --path ${counterexamplePath}`,
    counterexample === null ? 'No case has ended in time' : show(counterexample[0]),
    errorInstance instanceof AssertionError ? errorInstance.message : errorInstance?.stack
  ].join('\n')
  return { ...counts, seconds, failures: 1, description }
}

process.on('disconnect', () => process.exit())
process.on('message', async (question) => process.send(await round(question)))
