'use strict'

const { createRenderer, html } = require('buffered-render')
const { timeInTurns } = require('../bin/measure/stopwatch')

const ROUNDS = 15

/** Longer than a run: fragments are loaded once. */
const TTL = 3_600_000

/** The most nanoseconds of a call. */
const EXPECTED = 1000

/** Arguments that take turns. */
const IDS = 64

/**
 * The time of a call of a cached fragment that is in this process.
 *
 * @typedef {object} Hits
 * @property {string} call
 * @property {number[]} nanoseconds by round
 * @property {number} expected
 */

/**
 * @returns {Promise<Hits[]>}
 * @throws {Error} if a call loads its fragment again
 */
async function measureHits () {
  const kinds = [
    { name: 'two arguments', renderer: createRenderer({ cache: true }) },
    // A store that answers at once.
    { name: 'two arguments, with a store', renderer: createRenderer({ cache: true, fragments: { store: new Map(), version: '1' } }) }
  ]
  const calls = {}
  for (const { name, renderer } of kinds) calls[name] = await createCall(renderer)

  const times = await timeInTurns(calls, { rounds: ROUNDS, title: 'hits' })
  for (const { name, renderer } of kinds) {
    const { loads } = renderer.stats().fragments
    if (loads !== IDS) throw new Error(`hits: ${name}: ${loads} loads, not ${IDS}`)
  }
  return kinds.map(({ name }) => ({ call: name, nanoseconds: times[name], expected: EXPECTED }))
}

/** @returns {Promise<(i: number) => unknown>} calls a fragment that is loaded */
async function createCall (renderer) {
  const card = renderer.cached('card', { ttl: TTL }, async (id, lang) => html`<article lang="${lang}">${id}</article>`)
  for (let id = 0; id < IDS; id++) await card(id, 'de')
  return (i) => card(i % IDS, 'de')
}

module.exports = { measureHits }
