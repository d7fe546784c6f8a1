'use strict'

const cases = require('./cases')
const contests = require('./rendering/contests')
const { measureRendering } = require('./renderings')
const { measure } = require('./rounds')
const { measureSeeds } = require('./seeds')

/** Seconds in addition to the turns, measured on two cores. */
const PER_CASE = 2
const PER_TURN = 0.05
const PER_RENDERER = 1.1
const SEEDS = 90

/**
 * @typedef {object} How
 * @property {number} rounds
 * @property {number} seconds
 * @property {import('../bin/measure/child').Child} load
 */

/**
 * A step of the benchmark, which runs without interruption.
 *
 * @typedef {object} Step
 * @property {string} group
 * @property {string} name for `--only`
 * @property {string} part of the measurements that it belongs to
 * @property {(how: Omit<How, 'load'>) => number} estimate expected seconds
 * @property {(how: How) => Promise<object[]>} measure resolves to the results for its part
 */

/**
 * @typedef {object} Measurements
 * @property {import('./rounds').Measured[]} pages
 * @property {import('./rounds').Measured[]} fragments
 * @property {import('./rounds').Measured[]} peers
 * @property {import('./renderings').Rendering[]} rendering
 * @property {import('./renderings').Rendering[]} dialects
 * @property {import('./seeds').Seeds[]} seeds at most one
 */

/** @type {(keyof Measurements)[]} */
const PARTS = ['pages', 'fragments', 'peers', 'rendering', 'dialects', 'seeds']

/** Groups of cases whose tables show every server. */
const OWN_TABLES = ['fragments', 'peers']

/** @type {Step[]} in the order of the run */
const steps = [
  ...cases.map((page) => ({
    group: page.group,
    name: page.name,
    part: OWN_TABLES.includes(page.group) ? page.group : 'pages',
    estimate: ({ rounds, seconds }) => PER_CASE + page.variants.length * (rounds + 1) * (seconds + PER_TURN),
    measure: async (how) => [await measure(page, how)]
  })),
  ...contests.map((contest) => ({
    group: contest.group,
    name: contest.name,
    part: contest.group,
    estimate: ({ rounds }) => contest.renderers.length * rounds * PER_RENDERER,
    measure: async ({ rounds }) => [await measureRendering(contest, rounds)]
  })),
  { group: 'seeds', name: 'seeds', part: 'seeds', estimate: () => SEEDS, measure: async ({ rounds, seconds }) => [await measureSeeds({ rounds, seconds })] }
]

/** @returns {number} expected seconds of all steps */
function estimate (chosen, how) {
  return chosen.reduce((sum, step) => sum + step.estimate(how), 0)
}

module.exports = { PARTS, estimate, steps }
