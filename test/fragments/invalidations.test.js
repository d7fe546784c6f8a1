'use strict'

const { setTimeout: wait } = require('node:timers/promises')
const { createRenderer, html } = require('../..')
const { Invalidations } = require('../../lib/fragments/invalidations')
const { Load } = require('../../lib/fragments/load')
const { gate } = require('../support/gate')
const { ModelStore, storeBy } = require('../support/model-store')

describe('numbers of invalidations', () => {
  test('tell what began before from what began after', () => {
    const invalidations = new Invalidations()
    const before = invalidations.number
    invalidations.add('a')
    const after = invalidations.number
    expect([['a'], ['b'], ['b', 'a'], []].map((tags) => invalidations.isAfter(before, tags))).toEqual([true, false, true, false])
    expect(invalidations.isAfter(after, ['a'])).toBe(false)
    invalidations.add('b')
    expect([['a'], ['b']].map((tags) => invalidations.isAfter(after, tags))).toEqual([false, true])
    invalidations.addAll()
    expect(invalidations.isAfter(after, [])).toBe(true)
    expect(invalidations.isAfter(invalidations.number, ['a', 'b'])).toBe(false)
  })

  test.each([['tags', 20_000, 1], ['text', 3000, 1000]])('keep no more than a number of %s: what began before counts as old', (_, count, length) => {
    const invalidations = new Invalidations()
    const before = invalidations.number
    for (let i = 0; i < count; i++) invalidations.add(`${i}${'x'.repeat(length)}`)
    expect(invalidations.numbers.size).toBeLessThanOrEqual(10_000)
    expect(invalidations.units).toBeLessThanOrEqual((1 << 20) + length + 10)
    expect(invalidations.isAfter(before, ['never'])).toBe(true)
    expect(invalidations.isAfter(invalidations.number, ['never'])).toBe(false)
  })
})

/** A store like a cluster: the answers of one key come in order, one node is slower than another. */
const clusterOf = (shared, state) => storeBy(async (name, key, ...value) => {
  if (state.failNext && name === 'set' && key.startsWith('token:')) {
    state.failNext = false
    throw new Error('connection lost')
  }
  const answer = shared[name](key, ...value)
  await wait(key.startsWith('token:') ? 2 : key === 'probe' ? 10 : 30)
  return answer
}, ['get', 'set', 'add', 'delete'])

test('an invalidation that is repeated in the background lets no lookup under way bring the old fragment back', async () => {
  const [shared, state] = [new ModelStore(), { failNext: false }]
  let price = 7
  const create = () => {
    const renderer = createRenderer({ fragments: { store: clusterOf(shared, state), version: '1' }, cache: true })
    return { renderer, card: renderer.cached('card', { ttl: 60_000, tags: () => ['prices'] }, async (i) => html`${price}`) }
  }
  const [other, ours] = [create(), create()]
  for (let round = 0; round < 2; round++) {
    await Promise.all(Array.from({ length: 150 }, (_, i) => other.card(i)))
    price++
    state.failNext = true
    await expect(ours.renderer.invalidate('prices')).rejects.toThrow('connection lost')
    const calls = []
    for (let i = 0; i < 150; i++) {
      calls.push(ours.card(i))
      await wait(1)
    }
    expect((await Promise.all(calls)).map(String).filter((shown) => Number(shown) < price)).toEqual([])
    await wait(1200)
  }
})

test('a load longer than a second is compared again when it ends: another process may have invalidated it meanwhile', async () => {
  const [shared, gone] = [new ModelStore(), gate()]
  let price = 7
  const [ours, other] = [0, 1].map(() => {
    const renderer = createRenderer({ fragments: { store: clusterOf(shared, {}), version: '1' }, cache: true })
    const load = async () => {
      const shown = price
      await gone.promise
      return html`${shown}`
    }
    return { renderer, card: renderer.cached('card', { ttl: 60_000, tags: () => ['prices'] }, load) }
  })
  const page = ours.card()
  await wait(200)
  price++
  await other.renderer.invalidate('prices')
  await wait(1000)
  gone.open()
  expect(String(await page)).toBe('8')
})

test('a load is asked once whether it waits for another, by however many paths it does', async () => {
  const waitsFor = jest.spyOn(Load.prototype, 'waitsFor')
  const renderer = createRenderer({ cache: true })
  const part = renderer.cached('part', { ttl: 60_000 }, async (level) => {
    if (level > 0) return html`[${Array.from({ length: 3 }, () => part(level - 1))}]`
    await wait(200)
    return html`x`
  })
  const page = renderer.cached('page', { ttl: 60_000 }, async () => html`<main>${part(8)}</main>`)
  const first = part(8)
  await wait(50)
  expect(String(await page())).toBe(`<main>${await first}</main>`)
  // Each of 8 loads waits for its part three times, and the page once. There are 3 ** 8 paths.
  expect(waitsFor.mock.calls.length).toBeLessThanOrEqual(25)
})

test.each([
  ['a function', (page) => page()],
  ['an async function', async (page) => page()],
  ['an async function that awaits', async (page) => { await wait(1); return html`<p>${page()}</p>` }]
])('after loadTimeout, the iterators of a page are returned: of %s', async (_, load) => {
  let open = 0
  let read = 0
  const page = () => html`${(async function * () {
    open++
    try {
      for (;;) {
        read++
        await wait(1)
        yield 'x'
      }
    } finally {
      open--
    }
  })()}`
  const card = createRenderer({ cache: true }).cached('card', { ttl: 60_000, loadTimeout: 50 }, () => load(page))
  await expect(card()).rejects.toThrow('was not loaded within 50 ms')
  await wait(50)
  const before = read
  await wait(50)
  expect({ open, read }).toEqual({ open: 0, read: before })
})
