'use strict'

// The speed of a machine changes within seconds, so the medians of two contenders may be those of two states of it. Here
// contenders take short turns in the order A B B A, and only the figures of such a pair are divided by each other.

const { setImmediate } = require('node:timers/promises')
const progress = require('../bin/measure/progress')
const { ratios } = require('../bin/measure/statistics')
const { rotate } = require('./interleave')
const { mapValues } = require('./map-values')

/** Contenders that take turns with the first one: with more, its turns would be seconds away from some of theirs. */
const BESIDE_FIRST = 2
/** Pairs that the same processes take. V8 optimises the same code differently from process to process. */
const PER_PROCESS = 10

/**
 * The time of each contender in each pair, by groups that took turns. The first contender is in all groups, and the others
 * are compared with it.
 *
 * @typedef {Record<string, number[]>[]} Groups
 *
 * @param {string[]} names the first contender, and at least another one
 * @returns {Groups} without pairs
 */
function groupsOf ([first, ...others]) {
  const groups = []
  for (let i = 0; i < others.length; i += BESIDE_FIRST) {
    groups.push(Object.fromEntries([first, ...others.slice(i, i + BESIDE_FIRST)].map((name) => [name, []])))
  }
  return groups
}

/** Has `take` add pairs with new processes until there are so many. */
async function inProcesses (pairs, take) {
  for (let left = pairs; left > 0; left -= PER_PROCESS) await take(Math.min(left, PER_PROCESS))
}

/**
 * Adds pairs to groups. Each is two turns of each contender, forth and back, and the mean of the two.
 *
 * @param {Groups} groups
 * @param {{ title: string, pairs: number, takeTurn: (name: string) => Promise<number> }} how
 */
async function addPairs (groups, { title, pairs, takeTurn }) {
  const done = Object.values(groups[0])[0].length
  for (let pair = done; pair < done + pairs; pair++) {
    progress.show(`${title}: pair ${pair + 1}`)
    for (const group of groups) await addPair(group, rotate(Object.keys(group), pair), takeTurn)
  }
}

async function addPair (group, names, takeTurn) {
  const sums = mapValues(group, () => 0)
  for (const name of [...names, ...names.toReversed()]) {
    sums[name] += await takeTurn(name)
    // Callbacks of this turn must not run in the next contender's.
    await setImmediate()
  }
  for (const name of names) group[name].push(Number((sums[name] / 2).toPrecision(5)))
}

/** @returns {string[]} the contenders, the first of all groups first */
const namesIn = (groups) => [...new Set(groups.flatMap(Object.keys))]

/** @returns {number[]} by pair: the time of the first contender in that of another one */
function ratiosIn (groups, name) {
  const group = groups.find((each) => Object.hasOwn(each, name))
  return ratios(Object.values(group)[0], group[name])
}

/** @returns {number[]} the times of the first contender, in all groups */
const firstIn = (groups) => groups.flatMap((group) => Object.values(group)[0])

module.exports = { PER_PROCESS, addPairs, firstIn, groupsOf, inProcesses, namesIn, ratiosIn }
