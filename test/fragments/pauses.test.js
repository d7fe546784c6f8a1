'use strict'

const { setTimeout } = require('node:timers/promises')
const { createRenderer, html } = require('../..')
const { Invalidations } = require('../../lib/fragments/invalidations')
const { Pauses } = require('../../lib/fragments/pauses')
const { askUntil } = require('../support/ask-until')
const { ModelStore } = require('../support/model-store')
const { until } = require('../support/until')

const HOUR = 3_600_000

/** @returns {Promise<string[]>} the answers of calls, one after another for two seconds */
async function callForTwoSeconds (fragment) {
  const answers = []
  for (const end = performance.now() + 2000; performance.now() < end; await setTimeout(3)) {
    answers.push(await fragment().then(String, ({ message }) => message))
  }
  return answers
}

describe.each([['without a store', () => undefined], ['with a store', () => new ModelStore()]])('a source that fails, %s', (name, storeOf) => {
  const start = (options) => {
    const renderer = createRenderer({ cache: true, fragments: { store: storeOf(), version: '1' } })
    const source = { loads: 0, fails: false }
    const card = renderer.cached('card', { ttl: 100, tags: () => ['data'], ...options }, async () => {
      source.loads++
      if (source.fails) throw new Error(`failure ${source.loads}`)
      return html`load ${source.loads}`
    })
    return { renderer, source, card }
  }

  test('is asked after pauses only, and calls get its last error meanwhile', async () => {
    const { source, card } = start()
    source.fails = true
    const answers = await callForTwoSeconds(card)
    expect(answers.length).toBeGreaterThan(10)
    // After 100, 300, 700 and 1,500 ms; a fifth less each.
    expect(source.loads).toBeLessThanOrEqual(6)
    expect(new Set(answers)).toEqual(new Set(Array.from({ length: source.loads }, (_, i) => `failure ${i + 1}`)))
    source.fails = false
    expect(String(await askUntil(() => card().catch(() => {}), Boolean))).toBe(`load ${source.loads}`)
  })

  test('is asked after pauses only while the stale fragment is served', async () => {
    const { source, card } = start({ stale: HOUR })
    await card()
    source.fails = true
    const answers = await callForTwoSeconds(card)
    expect(new Set(answers)).toEqual(new Set(['load 1']))
    expect(source.loads).toBeGreaterThan(1)
    expect(source.loads).toBeLessThanOrEqual(7)
    source.fails = false
    await askUntil(card, (page) => String(page) !== 'load 1')
  })

  test('is asked at once after an invalidation', async () => {
    const { renderer, source, card } = start()
    source.fails = true
    await callForTwoSeconds(card)
    source.fails = false
    await renderer.invalidate('data')
    expect(String(await card())).toBe(`load ${source.loads}`)
  })

  test('is asked again for what it is a part of when it is asked for the part', async () => {
    const { renderer, source, card } = start()
    const list = renderer.cached('list', { ttl: HOUR }, async () => html`<ul>${await card()}</ul>`)
    source.fails = true
    await callForTwoSeconds(list)
    expect(source.loads).toBeLessThanOrEqual(6)
    source.fails = false
    await renderer.invalidate('data')
    expect(String(await list())).toBe(`<ul>load ${source.loads}</ul>`)
  })

  test.each([0, HOUR])('is a part that is stale: the whole is not loaded at each call, stale %i', async (stale) => {
    const { renderer, source, card } = start({ ttl: 50, stale: HOUR })
    await card()
    source.fails = true
    await setTimeout(100)
    let loads = 0
    const list = renderer.cached('list', { ttl: HOUR, stale }, async () => {
      loads++
      return html`<ul>${await card()}</ul>`
    })
    const answers = await callForTwoSeconds(list)
    expect(new Set(answers)).toEqual(new Set(['<ul>load 1</ul>']))
    expect(loads).toBeGreaterThan(1)
    expect(loads).toBeLessThanOrEqual(4)
  })
})

describe('pauses', () => {
  test('last for 100 ms and then twice as long, up to 5 s, less a fifth at most', () => {
    const pauses = new Pauses(1 << 20, new Invalidations())
    const now = jest.spyOn(performance, 'now').mockReturnValue(0)
    const lengths = Array.from({ length: 8 }, (_, i) => {
      now.mockReturnValue(10_000 * i)
      pauses.begin('key', new Error(String(i)), [])
      return pauses.get('key').until - 10_000 * i
    })
    now.mockRestore()
    for (const [i, longest] of [100, 200, 400, 800, 1600, 3200, 5000, 5000].entries()) {
      expect(lengths[i]).toBeLessThanOrEqual(longest)
      expect(lengths[i]).toBeGreaterThanOrEqual(0.8 * longest)
    }
  })

  test.each([
    ['are at most 1,000', 3000, (i) => `key ${i}`, 1000],
    ['hold a tenth of the memory for fragments at most', 30, (i) => `${i}${'k'.repeat(10_000)}`, 5]
  ])('%s', (_, count, keyOf, kept) => {
    const pauses = new Pauses(1 << 20, new Invalidations())
    for (let i = 0; i < count; i++) pauses.begin(keyOf(i), new Error(String(i)), [])
    expect(pauses.pauses.size).toBe(kept)
    expect(pauses.get(keyOf(count - 1)).error.message).toBe(String(count - 1))
  })

  test('are forgotten once they have been over for as long as they were', async () => {
    const pauses = new Pauses(1 << 20, new Invalidations())
    pauses.begin('key', new Error('failed'), ['key', '#tag'])
    expect(pauses.pauses.size).toBe(1)
    await until(() => pauses.pauses.size === 0)
    expect(pauses.bytes).toBe(0)
  })

  test('end with an invalidation of a tag', () => {
    const invalidations = new Invalidations()
    const pauses = new Pauses(1 << 20, invalidations)
    pauses.begin('key', new Error('failed'), ['key', '#tag'])
    invalidations.add('#other')
    expect(pauses.get('key')).toBeDefined()
    invalidations.add('#tag')
    expect(pauses.get('key')).toBeUndefined()
  })
})
