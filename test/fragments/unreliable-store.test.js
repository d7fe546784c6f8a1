'use strict'

const { setTimeout } = require('node:timers/promises')
const { createRenderer, html } = require('../..')
const { askUntil } = require('../support/ask-until')
const { ModelConnection, ModelStore } = require('../support/model-store')

const HOUR = 3_600_000

const never = () => new Promise(() => {})

/** A store whose operations fail as the test says: `fails` takes the name of the operation, and the key. */
class Unreliable {
  constructor (shared) {
    this.shared = shared
    this.fails = () => false
    this.locks = new Set()
    this.markers = new Set()
  }

  get (key) { return this.run('get', key) }
  delete (key) { return this.run('delete', key) }

  set (key, ...value) {
    if (key.startsWith('marker:')) this.markers.add(key)
    return this.run('set', key, ...value)
  }

  add (key, ...value) {
    if (key.startsWith('lock:')) this.locks.add(key)
    return this.run('add', key, ...value)
  }

  async run (name, key, ...value) {
    const failure = this.fails(name, key)
    // The store may take an operation whose answer is lost.
    if (failure !== 'rejects') this.shared[name](key, ...value)
    if (failure === 'rejects') throw new Error('broken')
    return failure ? never() : name === 'get' ? this.shared.get(key) : true
  }

  get heldLocks () {
    return [...this.locks].filter((key) => this.shared.get(key) !== undefined)
  }
}

function rendererOf (store) {
  return createRenderer({ cache: true, fragments: { store, version: '1' } })
}

describe('a store that fails in part', () => {
  test('while some keys are not answered, no fragment is older than an invalidation', async () => {
    const shared = new ModelStore()
    const [a, b] = [new Unreliable(shared), new Unreliable(shared)]
    const [here, there] = [rendererOf(a), rendererOf(b)]
    let data = 'old'
    const card = here.cached('card', { ttl: HOUR, tags: () => ['data'] }, async () => html`${data}`)
    expect(String(await card())).toBe('old')
    a.fails = (name, key) => key.startsWith('marker:')
    data = 'new'
    await there.invalidate('data')
    await setTimeout(1100)
    expect(String(await card())).toBe('new')
    expect(here.stats().fragments.breaker).toBe('closed')
  })

  test('an invalidation whose answer came late is repeated, and revives nothing', async () => {
    const shared = new ModelStore()
    const late = new ModelConnection(shared)
    const [here, there] = [rendererOf(late), rendererOf(new ModelConnection(shared))]
    let data = 1
    const cardOf = (renderer) => renderer.cached('card', { ttl: HOUR, tags: () => ['data'] }, async () => html`v${data}`)
    const [card, other] = [cardOf(here), cardOf(there)]
    await Promise.all([card(), other()])
    // The next calls compare.
    await setTimeout(1100)

    data = 2
    late.fail('is late', 50)
    await expect(here.invalidate('data')).rejects.toThrow('The fragment store has failed')
    await setTimeout(500)
    expect(String(await other())).toBe('v2')
    data = 3
    await there.invalidate('data')
    // Nobody asks until the first invalidation is repeated.
    await setTimeout(1500)
    expect([String(await card()), String(await other())]).toEqual(['v3', 'v3'])
  })
})

test('a fragment that was stale in the store is stale while the store is away', async () => {
  const shared = new ModelStore()
  const [a, b] = [new Unreliable(shared), new Unreliable(shared)]
  let load = async () => html`old`
  const cardOf = (renderer) => renderer.cached('card', { ttl: HOUR, stale: HOUR }, () => load())
  await cardOf(rendererOf(a))()
  for (const marker of a.markers) shared.delete(marker)

  const renderer = rendererOf(b)
  const card = cardOf(renderer)
  load = async () => { throw new Error('broken') }
  expect(String(await card())).toBe('old')

  b.fails = () => 'rejects'
  const other = renderer.cached('other', { ttl: 1 }, async () => html`other`)
  await askUntil(async () => {
    await other()
    return renderer.stats().fragments.breaker
  }, (breaker) => breaker === 'open')
  load = async () => html`new`
  expect(String(await askUntil(card, (page) => String(page) === 'new'))).toBe('new')
})

describe('the lock of a load is deleted', () => {
  const loaded = async (store, fails) => {
    const renderer = rendererOf(store)
    const card = renderer.cached('card', { ttl: HOUR, loadTimeout: HOUR }, async () => {
      store.fails = fails.duringLoad ?? store.fails
      await setTimeout(150)
      return html`card`
    })
    store.fails = fails.before ?? store.fails
    expect(String(await card())).toBe('card')
    expect(store.locks.size).toBe(1)
    store.fails = () => false
    await askUntil(async () => store.heldLocks, ({ length }) => length === 0)
  }

  test('although the store took it too late', () =>
    loaded(new Unreliable(new ModelStore()), { before: (name, key) => name === 'add' && key.startsWith('lock:') }))

  test('although the store is away when the load ends', () =>
    loaded(new Unreliable(new ModelStore()), { duringLoad: () => 'rejects' }))

  test('although the store fails right after it', () => {
    const store = new Unreliable(new ModelStore())
    return loaded(store, { before: (name, key) => store.locks.size > 0 && !key.startsWith('lock:') && 'rejects' })
  })
})
