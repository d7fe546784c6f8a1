'use strict'

const cases = require('./cases')
const contests = require('./rendering/contests')
const { measureRendering } = require('./renderings')
const { measure } = require('./rounds')
const { measureSeeds } = require('./seeds')

/** @typedef {{ rounds: number, seconds: number, load: import('../bin/measure/child').Child }} How */

/**
 * A step of the benchmark, which runs without interruption: its group and name for `--only`, the part of the
 * measurements that it belongs to, what gives the results, and what says why it cannot.
 *
 * @typedef {{ group: string, name: string, part: string, missing?: () => Promise<string | undefined>, measure: (how: How) => Promise<object[]> }} Step
 */

/**
 * @typedef {Record<'pages' | 'fragments' | 'peers', import('./rounds').Measured[]> & Record<'rendering' | 'dialects', import('./renderings').Rendering[]> & { seeds: object[] }} Measurements
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
    missing: page.missing,
    measure: async (how) => [await measure(page, how)]
  })),
  ...contests.map((contest) => ({
    group: contest.group,
    name: contest.name,
    part: contest.group,
    measure: async ({ rounds }) => [await measureRendering(contest, rounds)]
  })),
  { group: 'seeds', name: 'seeds', part: 'seeds', measure: async (how) => [await measureSeeds(how)] }
]

module.exports = { PARTS, steps }
