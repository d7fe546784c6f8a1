'use strict'

const cases = require('./cases')
const contests = require('./rendering/contests')
const { measureRendering } = require('./renderings')
const { measure } = require('./measure')
const { measureBodies } = require('./seeds/bodies')
const { measureReads } = require('./seeds/reads')

/**
 * A step of the benchmark, which runs without interruption: its group and name for `--only`, the part of the
 * measurements that it belongs to, what gives the results, and what says why it cannot.
 *
 * @typedef {{ pairs: number, load: import('../bin/measure/child').Child }} How
 * @typedef {{ group: string, name: string, part: string, missing?: () => Promise<string | undefined>, measure: (how: How) => Promise<object[]> }} Step
 * @typedef {Record<'pages' | 'fragments' | 'peers', import('./measure').Measured[]> & Record<'rendering' | 'dialects', import('./renderings').Rendering[]> & {
 *   bodies: import('./seeds/bodies').Body[], reads: import('./seeds/reads').Reads[] }} Measurements
 */

/** @type {(keyof Measurements)[]} */
const PARTS = ['pages', 'fragments', 'peers', 'rendering', 'dialects', 'bodies', 'reads']

/** Groups of cases whose tables show every server. */
const OWN_TABLES = ['fragments', 'peers']

/** @type {Step[]} in the order of the run */
const steps = [
  ...cases.map((page) => {
    const { group, name, missing } = page
    return { group, name, part: OWN_TABLES.includes(group) ? group : 'pages', missing, measure: async (how) => [await measure(page, how)] }
  }),
  ...contests.map((contest) => ({
    group: contest.group, name: contest.name, part: contest.group, measure: async ({ pairs }) => [await measureRendering(contest, pairs)]
  })),
  { group: 'seeds', name: 'bodies', part: 'bodies', measure: measureBodies },
  { group: 'seeds', name: 'reads', part: 'reads', measure: async (how) => [await measureReads(how)] }
]

module.exports = { PARTS, steps }
