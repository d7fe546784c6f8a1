'use strict'

const { setImmediate, setTimeout } = require('node:timers/promises')
const { createRenderer, html } = require('../..')
const { askUntil } = require('../support/ask-until')
const { gate } = require('../support/gate')
const { ModelConnection, ModelStore, storeBy, storeOver } = require('../support/model-store')
const { runNode } = require('../support/run-script')

const HOUR = 3_600_000

/** Blocks the event loop, as for a process that is stopped. */
function standStill (ms) {
  for (const end = performance.now() + ms; performance.now() < end;);
}

const never = () => new Promise(() => {})

/** A store whose operations fail as the test says: `fails` takes the name of the operation, and the key. */
function unreliable (shared) {
  const store = storeBy((name, key, ...value) => {
    if (name === 'set' && key.startsWith('marker:')) store.markers.add(key)
    if (name === 'add' && key.startsWith('lock:')) store.locks.add(key)
    const failure = store.fails(name, key)
    // The store may take an operation whose answer is lost.
    if (failure !== 'rejects') shared[name](key, ...value)
    if (failure === 'rejects') throw new Error('broken')
    return failure ? never() : name === 'get' ? shared.get(key) : true
  }, ['get', 'set', 'delete', 'add'])
  const heldLocks = () => [...store.locks].filter((key) => shared.get(key) !== undefined)
  return Object.assign(store, { fails: () => false, heldLocks, locks: new Set(), markers: new Set() })
}

function rendererOf (store) {
  return createRenderer({ cache: true, fragments: { store, version: '1' } })
}

test('clear() during a lookup has the fragment looked up again', async () => {
  const shared = new ModelStore()
  await rendererOf(shared).cached('card', { ttl: HOUR }, () => html`card`)()
  const store = unreliable(shared)
  let reads = 0
  store.fails = (name, key) => { reads += key.startsWith('value:') }
  const renderer = rendererOf(store)
  const page = renderer.cached('card', { ttl: HOUR }, () => html`another`)()
  renderer.clear()
  expect(String(await page)).toBe('card')
  expect(reads).toBe(2)
})

test.each([
  ['a tag of its own', (renderer) => renderer.invalidate('data')],
  ['clear()', (renderer) => renderer.clear()]
])('a lookup that is overtaken by an invalidation of another tag, and then by %s, is no hit', async (name, overtake) => {
  const shared = new ModelStore()
  const cardOf = (renderer, text) => renderer.cached('card', { ttl: HOUR, tags: () => ['data'] }, () => html.raw(text))
  await cardOf(rendererOf(shared), 'old')()
  const { promise: held, open: release } = gate()
  const store = storeOver(shared, {
    deadline: 60_000,
    get: async (key) => {
      const value = shared.get(key)
      if (key.startsWith('value:')) await held
      return value
    }
  })
  const renderer = rendererOf(store)
  const card = cardOf(renderer, 'new')
  const first = card()
  await setTimeout(20)
  await renderer.invalidate('another')
  await overtake(renderer)
  if (name === 'clear()') await rendererOf(shared).invalidate('data')
  release()
  await first
  expect(String(await card())).toBe('new')
})

test('a call after the invalidation of a part does not join a load that writes the whole to the store', async () => {
  const shared = new ModelStore()
  const { promise: held, open: release } = gate()
  const values = []
  const store = storeOver(shared, {
    deadline: 60_000,
    set: async (key, ...value) => {
      // The second value is that of the list.
      if (key.startsWith('value:') && values.push(key) === 2) await held
      return shared.set(key, ...value)
    }
  })
  const renderer = rendererOf(store)
  let data = 'old'
  const card = renderer.cached('card', { ttl: HOUR, tags: () => ['data'] }, async () => html`${data}`)
  const list = renderer.cached('list', { ttl: HOUR }, async () => html`<ul>${await card()}</ul>`)
  const before = list()
  await askUntil(async () => values.length, (length) => length === 2)
  data = 'new'
  await renderer.invalidate('data')
  const after = list()
  release()
  expect([String(await after), String(await before), String(await list())]).toEqual(Array(3).fill('<ul>new</ul>'))
})

test('a process that stands still until its lock has expired does not renew it', async () => {
  const shared = new ModelStore()
  const { promise: held, open: release } = gate()
  let reads = 0
  const renewed = jest.fn()
  const store = storeOver(shared, {
    get: async (key) => {
      const value = shared.get(key)
      if (key.startsWith('lock:') && reads++ === 0) standStill(2100)
      return value
    },
    set: async (key, ...value) => {
      if (key.startsWith('lock:')) renewed()
      return shared.set(key, ...value)
    }
  })
  const page = rendererOf(store).cached('card', { ttl: HOUR }, async () => { await held; return html`card` })()
  await askUntil(async () => reads, (reads) => reads > 1)
  expect(renewed).not.toHaveBeenCalled()
  release()
  expect(String(await page)).toBe('card')
})

describe('a store that fails in part', () => {
  test('while some keys are not answered, no fragment is older than an invalidation', async () => {
    const shared = new ModelStore()
    const [a, b] = [unreliable(shared), unreliable(shared)]
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

  test('an invalidation that the store refuses holds in its own process at once, and in others once the store takes it', async () => {
    const shared = new ModelStore()
    const [a, b] = [unreliable(shared), unreliable(shared)]
    const [here, there] = [rendererOf(a), rendererOf(b)]
    let data = 'old'
    const [card, other] = [here, there].map((renderer) => renderer.cached('card', { ttl: HOUR, tags: () => ['data'] }, async () => html`${data}`))
    expect([String(await card()), String(await other())]).toEqual(['old', 'old'])
    a.fails = (name, key) => name === 'set' && key.startsWith('token:') && 'rejects'
    data = 'new'
    await expect(here.invalidate('data')).rejects.toThrow('The fragment store has failed')
    expect(String(await card())).toBe('new')
    expect(here.stats().fragments.breaker).toBe('closed')
    a.fails = () => false
    await askUntil(other, (page) => String(page) === 'new')
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
  const [a, b] = [unreliable(shared), unreliable(shared)]
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

describe('an invalidation that nobody awaits', () => {
  /** @returns {Promise<string>} what Node prints when it ends */
  const endOf = async (act) => {
    const program = `
      const { createRenderer, html } = require('.')
      const fails = async () => { throw new Error('broken') }
      const store = { get: fails, set: fails, delete: fails }
      const renderer = createRenderer({ cache: true, fragments: { store, version: '1' } })
      const card = renderer.cached('card', { ttl: 1000 }, () => html\`\`)
      ;(${act})(renderer, card)`
    const { code, stderr } = await runNode(['-e', program])
    return code === 0 ? 'good' : stderr
  }

  test('does not end the process if the store fails', async () => {
    expect(await endOf((renderer, card) => { renderer.invalidate('data'); card.invalidate(7) })).toBe('good')
    expect(await endOf((renderer) => renderer.invalidate('data').then(() => {}))).toMatch('The fragment store has failed: broken')
  })

  test('ends the process if the tag or an argument is wrong', async () => {
    expect(await endOf((renderer) => { renderer.invalidate('') })).toMatch('invalidate() expects a tag')
    expect(await endOf((renderer, card) => { card.invalidate({}) })).toMatch('takes strings')
  })
})

test('invalidations that have waited for the store reach it in batches, and what is done is not sent again', async () => {
  const COUNT = 5000
  const taken = []
  let isThere = false
  let refused = 3
  let running = 0
  let most = 0
  const shared = new ModelStore()
  const store = {
    get: async (key) => shared.get(key),
    delete: async () => true,
    async set (key, ...value) {
      if (!isThere) throw new Error('broken')
      most = Math.max(most, ++running)
      await setImmediate()
      running--
      if (taken.length === 1000 && refused-- > 0) throw new Error('broken')
      taken.push(key)
      return shared.set(key, ...value)
    }
  }
  const renderer = rendererOf(store)
  for (let i = 0; i < COUNT; i++) renderer.invalidate(`tag:${i}`)
  await askUntil(async () => renderer.stats().fragments.breaker, (breaker) => breaker === 'open')
  isThere = true
  await askUntil(async () => renderer.stats().fragments.breaker, (breaker) => breaker === 'closed')
  const tokens = taken.filter((key) => key.startsWith('token:'))
  expect(new Set(tokens).size).toBe(COUNT)
  expect(refused).toBe(-1)
  // One batch has failed, and others may have been late on a busy machine.
  expect(tokens.length).toBeLessThan(COUNT + 1000)
  expect(most).toBeLessThanOrEqual(256)
})

describe('the deadline', () => {
  /** @returns {Promise<object>} of a renderer that has used a store that takes 400 ms */
  const statsWith = async (deadline) => {
    let latency = 400
    const shared = new ModelStore()
    const slow = storeBy(async (name, ...args) => { await setTimeout(latency); return shared[name](...args) })
    const renderer = rendererOf({ ...slow, deadline })
    await renderer.cached('card', { ttl: HOUR }, async () => html`card`)()
    await setTimeout(2000)
    const stats = renderer.stats().fragments
    latency = 0
    return stats
  }

  test('is an option of the store, 100 ms by default', async () => {
    const { breaker, latency } = await statsWith(4000)
    expect(breaker).toBe('closed')
    expect(latency).toBeGreaterThan(390)
    expect((await statsWith()).breaker).toBe('open')
  })

  test.each([0, '250', 2 ** 31])('%p is an error', (deadline) => {
    const store = Object.assign(new ModelStore(), { deadline })
    expect(() => rendererOf(store)).toThrow(/"deadline" of a fragment store must be milliseconds, more than 0 and at most 2147483647, got/)
  })

  test('a store that misses it steadily is named once, with its latency', async () => {
    const emitWarning = jest.spyOn(process, 'emitWarning').mockReturnValue()
    let latency = 300
    const renderer = rendererOf(storeBy((name) => setTimeout(latency, name === 'get' ? 'x' : true)))
    await askUntil(async () => {
      renderer.invalidate('data')
      return emitWarning.mock.calls.length
    }, (length) => length > 0)
    await setTimeout(2500)
    latency = 0
    expect(emitWarning.mock.calls).toEqual([[expect.stringMatching(/fragment store \(Object\).* takes \d{3} ms .* deadline of 100 ms/), { code: 'BUFFERED_RENDER_STORE' }]])
    expect(renderer.stats().fragments).toMatchObject({ breaker: 'open', latency: expect.any(Number) })
  })

  test('one that stood still is not named', async () => {
    const emitWarning = jest.spyOn(process, 'emitWarning').mockReturnValue()
    const store = new ModelConnection(new ModelStore())
    const renderer = rendererOf(store)
    store.fail('hangs', 4000)
    await expect(renderer.invalidate('data')).rejects.toThrow('no answer within 100 ms')
    await askUntil(async () => renderer.stats().fragments.breaker, (breaker) => breaker === 'open')
    await askUntil(async () => renderer.stats().fragments.breaker, (breaker) => breaker === 'closed')
    expect(emitWarning.mock.calls).toEqual([])
  })
})

describe('the lock of a load', () => {
  /** Begins a load, which goes on until its `end`. */
  const begin = async () => {
    const shared = new ModelStore()
    const store = unreliable(shared)
    const { promise, open } = gate()
    const page = rendererOf(store).cached('card', { ttl: HOUR }, () => promise)()
    await askUntil(async () => store.locks.size, (size) => size === 1)
    return { shared, store, page, end: () => open(html`card`) }
  }

  test('that another process has taken is neither renewed nor deleted', async () => {
    const { shared, store, page, end } = await begin()
    const [lock] = store.locks
    shared.set(lock, 'another', HOUR)
    await setTimeout(1500)
    end()
    await page
    await setTimeout(50)
    expect(shared.get(lock)).toBe('another')
  })

  test('is renewed while the load runs, and not after it', async () => {
    const { store, page, end } = await begin()
    await setTimeout(3000)
    expect(store.heldLocks()).toHaveLength(1)
    end()
    await page
    await askUntil(async () => store.heldLocks(), ({ length }) => length === 0)
    await setTimeout(1500)
    expect(store.heldLocks()).toEqual([])
  })
})

test('a load that takes longer than its parts live is not repeated', async () => {
  const renderer = rendererOf(new ModelStore())
  const of = (name, ttl, part) => renderer.cached(name, { ttl }, async () => {
    const page = html`<p>${await part?.()}</p>`
    await setTimeout(150)
    return page
  })
  // Ten times as long as this: less than one load takes.
  const leaf = of('leaf', 10)
  const frame = of('frame', HOUR, of('list', HOUR, leaf))
  expect(String(await frame())).toBe('<p><p><p></p></p></p>')
  expect(renderer.stats().fragments.loads).toBe(3)
})

test.each([
  ['the store took it too late', () => ({ before: (name, key) => name === 'add' && key.startsWith('lock:') })],
  ['the store is away when the load ends', () => ({ duringLoad: () => 'rejects' })],
  ['the store fails right after it', (store) => ({ before: (name, key) => store.locks.size > 0 && !key.startsWith('lock:') && 'rejects' })]
])('the lock of a load is deleted, although %s', async (_, failuresOf) => {
  const store = unreliable(new ModelStore())
  const { before, duringLoad } = failuresOf(store)
  const card = rendererOf(store).cached('card', { ttl: HOUR, loadTimeout: HOUR }, async () => {
    store.fails = duringLoad ?? store.fails
    await setTimeout(150)
    return html`card`
  })
  store.fails = before ?? store.fails
  expect(String(await card())).toBe('card')
  expect(store.locks.size).toBe(1)
  store.fails = () => false
  await askUntil(async () => store.heldLocks(), ({ length }) => length === 0)
})

test('a store whose add() gives false without a value counts as failing: no load waits for a lock that nobody has', async () => {
  const shared = new ModelStore()
  const store = unreliable(shared)
  store.add = async () => false
  const renderer = rendererOf(store)
  const card = renderer.cached('card', { ttl: HOUR, loadTimeout: 10_000 }, () => html`card`)
  const start = performance.now()
  expect(String(await card())).toBe('card')
  expect(performance.now() - start).toBeLessThan(5000)
})
