'use strict'

const { setTimeout } = require('node:timers/promises')
const { createRenderer, html } = require('../..')
const { askUntil } = require('../support/ask-until')
const { gate } = require('../support/gate')
const { ModelConnection, ModelStore, storeBy } = require('../support/model-store')

const HOUR = 3_600_000

/** A store whose operations fail as `fails` says. */
function failingStore (shared, names) {
  const store = storeBy((name, key, ...value) => {
    if (store.fails(name, key)) throw new Error('broken')
    return shared[name](key, ...value)
  }, names)
  return Object.assign(store, { fails: () => false })
}

/** A process with a fragment that shows what its source has when a load begins. */
function processOf (store, source, options) {
  const renderer = createRenderer({ cache: true, fragments: { store, version: '1' } })
  const card = renderer.cached('card', { ttl: HOUR, stale: HOUR, ...options }, async () => {
    const { data } = source
    await source.held
    return html`${data}`
  })
  const shown = async () => Number(String(await card()))
  return { renderer, shown, breaker: (state) => askUntil(async () => { await shown(); return renderer.stats().fragments.breaker }, (breaker) => breaker === state) }
}

/** @returns {Promise<number[]>} what calls show, one after another; the data changes meanwhile */
async function showFor (ms, { shown }, source) {
  const all = []
  for (const end = performance.now() + ms; performance.now() < end; await setTimeout(20)) {
    source.data++
    all.push(await shown())
  }
  return all
}

const ascending = (numbers) => [...numbers].sort((a, b) => a - b)

describe('a process never shows an older fragment than before', () => {
  test.each([
    ['values', (name, key) => name === 'set' && /^(value|marker)/.test(key)],
    ['writes', (name) => name === 'set']
  ])('while the store refuses its %s, nor once it takes them again', async (what, fails) => {
    const store = failingStore(new ModelStore())
    const source = { data: 1 }
    const one = processOf(store, source, { ttl: 200 })
    await one.shown()
    store.fails = fails
    const all = await showFor(3000, one, source)
    if (what === 'values') expect(one.renderer.stats().fragments.breaker).toBe('closed')
    store.fails = () => false
    all.push(...await showFor(2000, one, source))
    expect(all.at(-1)).toBeGreaterThan(1)
    expect(all).toEqual(ascending(all))
  })

  test('when a store is back that has kept its value', async () => {
    const shared = new ModelStore()
    const store = failingStore(shared)
    const source = { data: 1 }
    await processOf(failingStore(shared), source).shown()
    const one = processOf(store, source)
    store.fails = () => true
    await one.breaker('open')
    source.data = 2
    expect(await one.shown()).toBe(1)
    await one.renderer.clear()
    expect(await one.shown()).toBe(2)
    store.fails = () => false
    await one.breaker('closed')
    const all = await showFor(1500, one, { data: 2 })
    expect(all.filter((data) => data < 2)).toEqual([])
  })

  test('when a load ends that began before the process got a newer one, and the store is away', async () => {
    const shared = new ModelStore()
    await processOf(failingStore(shared), { data: 0 }, { ttl: 100 }).shown()
    await setTimeout(200)
    const { promise: held, open: release } = gate()
    const store = failingStore(shared)
    const one = processOf(store, { data: 1, held })
    expect(await one.shown()).toBe(0)
    const other = processOf(failingStore(shared), { data: 2 })
    await askUntil(other.shown, (data) => data === 2)
    await askUntil(one.shown, (data) => data === 2)
    store.fails = () => true
    one.renderer.invalidate('another').catch(() => {})
    await askUntil(async () => one.renderer.stats().fragments.breaker, (breaker) => breaker === 'open')
    release()
    await setTimeout(100)
    expect(await one.shown()).toBe(2)
  })

  describe('although an older load of another process ends later, in a store without add()', () => {
    const start = async (options) => {
      const shared = new ModelStore()
      const { promise: held, open: release } = gate()
      const slow = { data: 1, held }
      const [a, b] = [processOf(failingStore(shared), slow, options), processOf(failingStore(shared), { data: 2 }, options)]
      const first = a.shown()
      await setTimeout(50)
      expect(await b.shown()).toBe(2)
      return { a, b, first, release }
    }

    test('it gets what the other has loaded', async () => {
      const { a, b, first, release } = await start()
      release()
      expect(await first).toBe(2)
      await setTimeout(1200)
      expect(await Promise.all([a.shown(), b.shown()])).toEqual([2, 2])
    })

    test('after the ttl of what the other has loaded', async () => {
      const { b, first, release } = await start({ ttl: 200, stale: 0 })
      await setTimeout(300)
      release()
      await first
      expect(await b.shown()).toBe(2)
    })
  })

  test('although another process has lost its lock during an older load that ends later', async () => {
    const shared = new ModelStore()
    const storeOf = () => failingStore(shared, ['get', 'set', 'delete', 'add'])
    const { promise: held, open: release } = gate()
    const slow = { data: 1, held }
    const store = storeOf()
    // As for a process that is stopped: it cannot renew its lock.
    store.fails = (name, key) => name === 'get' && key.startsWith('lock:')
    const options = { ttl: 500, stale: 0 }
    const first = processOf(store, slow, options).shown()
    await setTimeout(50)
    const other = processOf(storeOf(), { data: 2 }, options)
    expect(await other.shown()).toBe(2)
    await setTimeout(700)
    slow.data = 2
    release()
    await first
    expect(await other.shown()).toBe(2)
  })

  test('through random failures of a store with add() and two processes', async () => {
    const shared = new ModelStore()
    const source = { data: 1 }
    const connections = [new ModelConnection(shared), new ModelConnection(shared)]
    const ended = performance.now() + 6000
    const drive = async (store, i) => {
      const one = processOf(store, source, { ttl: 150 })
      const all = []
      for (let n = 0; performance.now() < ended; n++) {
        source.data++
        if (n % 40 === 20 * i) store.fail(['rejects', 'hangs', 'is late'][n / 20 % 3 | 0], 250)
        all.push(await one.shown())
        await setTimeout(15)
      }
      return all
    }
    for (const all of await Promise.all(connections.map(drive))) expect(all).toEqual(ascending(all))
  })
})
