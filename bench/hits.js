'use strict'

const { createRenderer, html } = require('buffered-render')
const { timeInTurns } = require('../bin/measure/stopwatch')

const ROUNDS = 15

/** Longer than a run: fragments are loaded once. */
const TTL = 3_600_000

/** The most nanoseconds of a call, and of a page with three. */
const EXPECTED = 1000
const EXPECTED_PAGE = 3000

/** Arguments that take turns. */
const IDS = 64

/**
 * The time of a call of a cached fragment that is in this process, and of a page of three: what `html` adds for
 * promises that are fulfilled shows beside the same page of plain values.
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
  const renderers = [
    createRenderer({ cache: true }),
    // A store that answers at once.
    createRenderer({ cache: true, fragments: { store: new Map(), version: '1' } })
  ]
  const [call, callWithStore] = await Promise.all(renderers.map(createCall))
  const pages = await Promise.all(Array.from({ length: IDS }, (_, id) => call(id)))
  const fulfilled = pages.map((page) => Promise.resolve(page))
  const page = (values, i) => html`<main>${values[i % IDS]}<hr>${values[(i + 1) % IDS]}<hr>${values[(i + 2) % IDS]}</main>`
  const calls = {
    'two arguments': call,
    'two arguments, with a store': callWithStore,
    'html`…` of three fulfilled promises': async (i) => { await page(fulfilled, i) },
    'html`…` of three values': async (i) => { await page(pages, i) }
  }

  const times = await timeInTurns(calls, { rounds: ROUNDS, title: 'hits' })
  for (const renderer of renderers) {
    const { loads } = renderer.stats().fragments
    if (loads !== IDS) throw new Error(`hits: ${loads} loads, not ${IDS}`)
  }
  return Object.entries(times).map(([name, nanoseconds]) => ({
    call: name, nanoseconds, expected: name.startsWith('two') ? EXPECTED : EXPECTED_PAGE
  }))
}

/** @returns {Promise<(i: number) => Promise<unknown>>} calls a fragment that is loaded */
async function createCall (renderer) {
  const card = renderer.cached('card', { ttl: TTL }, async (id, lang) => html`<article lang="${lang}">${id}</article>`)
  for (let id = 0; id < IDS; id++) await card(id, 'de')
  return (i) => card(i % IDS, 'de')
}

module.exports = { measureHits }
