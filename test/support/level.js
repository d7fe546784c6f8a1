'use strict'

/**
 * How much the tests try. `npm test` covers every behaviour once; with TEST_ALL=1, as
 * `npm run test:all` sets it, they also try older engines and frameworks, every combination of
 * settings, and more generated cases.
 */
const everything = process.env.TEST_ALL === '1'

/**
 * @template T
 * @param {T[]} versions of an engine or a framework, the newest last
 * @returns {T[]} those to test: the newest, or all
 */
function versionsToTest (versions) {
  return everything ? versions : versions.slice(-1)
}

/** The most runs of a property test in `npm test`. */
const MOST_RUNS = 15

/**
 * @param {number} full how many runs of a property `npm run test:all` makes
 * @returns {import('fast-check').Parameters<unknown> & { numRuns: number }} settings for
 *   `fc.assert`; TEST_SEED repeats the cases of an earlier run
 */
function propertyRuns (full) {
  const seed = process.env.TEST_SEED
  return { numRuns: everything ? full : Math.min(full, MOST_RUNS), ...(seed && { seed: Number(seed) }) }
}

module.exports = { everything, propertyRuns, versionsToTest }
