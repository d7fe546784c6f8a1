'use strict'

const { setTimeout } = require('node:timers/promises')
const { askUntil } = require('../support/ask-until')
const { createRenderer, html, redisStore } = require('../..')
const { ModelConnection, ModelStore, storeOver } = require('../support/model-store')
const { describeWithServers, startRedis } = require('../support/redis')
const { clients } = require('../support/redis-clients')

/** Longer than a comparison with the store holds. */
const SECONDS = 1600

const MOST = 1e6
const long = (text) => html.raw(text.padEnd(2 * MOST))

/** A store of one of several processes, which refuses some writes, and gives values in a way of its own. */
function faulty (shared, { refuses = () => false, give = async (key, value) => value }) {
  const connection = new ModelConnection(shared)
  return storeOver(connection, {
    deadline: 100,
    set: async (key, value, ttl) => {
      if (refuses(key, value)) throw new Error('too large')
      return connection.set(key, value, ttl)
    },
    get: async (key) => give(key, await connection.get(key))
  })
}

/** Stores that take or give no long values. */
const LIMITED = {
  set: () => faulty(new ModelStore(), { refuses: (key, value) => value.length > MOST }),
  get: () => faulty(new ModelStore(), { give: async (key, value) => { if (value?.length > MOST) throw new Error('too large'); return value } })
}

let warnings
beforeEach(() => { warnings = jest.spyOn(process, 'emitWarning').mockImplementation() })

/** A long fragment, whose text is the number of its load. */
function cardOf (store, options) {
  const renderer = createRenderer({ cache: true, fragments: { store, version: '1' } })
  const counts = { loads: 0 }
  const card = renderer.cached('card', options, async () => long(`${++counts.loads}`))
  return { card, counts }
}

async function callFor (milliseconds, card) {
  const texts = new Set()
  for (const end = performance.now() + milliseconds; performance.now() < end; await setTimeout(20)) texts.add(String(await card()).trim())
  return [...texts]
}

test.each(['set', 'get'])('a fragment that the store refuses to %s is loaded once for each ttl', async (refused) => {
  const { card, counts } = cardOf(LIMITED[refused](), { ttl: 60_000 })
  expect(await callFor(SECONDS, card)).toEqual(['1'])
  await card.invalidate()
  expect(await callFor(SECONDS, card)).toEqual(['2'])
  expect(counts.loads).toBe(2)
  const told = warnings.mock.calls.map(([text, { code }]) => `${code} ${text}`)
  const reason = refused === 'get' ? 'what it has cannot be read\\. .*: too large' : 'too large'
  expect(told).toEqual([expect.stringMatching(`^BUFFERED_RENDER_STORE .*"card"\\[\\] of 2000000 bytes: ${reason}\\. Each process`)])
})

test('a fragment that the store refuses ends with its ttl', async () => {
  const { card, counts } = cardOf(LIMITED.set(), { ttl: 1200 })
  const texts = await callFor(3000, card)
  expect(texts).toEqual(Array.from({ length: counts.loads }, (_, i) => `${i + 1}`))
  expect(counts.loads).toBeGreaterThan(1)
  expect(counts.loads).toBeLessThan(4)
})

test('a fragment that the store refuses is served while it is loaded again', async () => {
  const renderer = createRenderer({ cache: true, fragments: { store: LIMITED.set(), version: '1' } })
  let loads = 0
  const slow = renderer.cached('slow', { ttl: 1200, stale: 60_000 }, async () => {
    if (++loads > 1) await setTimeout(300)
    return long(`${loads}`)
  })
  await askUntil(slow, () => renderer.stats().fragments.stale > 0)
  const page = await askUntil(slow, (each) => String(each).trim() !== '1')
  expect(String(page).trim()).toBe('2')
})

const fleetOf = (count, faults) => {
  const shared = new ModelStore()
  return Array.from({ length: count }, () => createRenderer({ cache: true, fragments: { store: faulty(shared, faults), version: '1' } }))
}

test('what is made of a refused part stays in the process', async () => {
  let source = 1
  const [a, c] = fleetOf(2, { refuses: (key, value) => key.startsWith('value') && !value.includes('<p>') }).map((renderer) => {
    const part = renderer.cached('part', { ttl: 20_000 }, () => html.raw(`v${source}`))
    return { part, whole: renderer.cached('whole', { ttl: 1000 }, async () => html`<p>${await part()}</p>`) }
  })
  await c.part()
  source = 2
  expect(String(await a.whole())).toBe('<p>v2</p>')
  // From its own part, which is older: never first from the store.
  expect(await callFor(3000, c.whole)).toEqual(['<p>v1</p>'])
})

test.each(['value', 'marker'])('one refused write of a %s does not split the fleet', async (kind) => {
  let source = 1
  let fails = 1
  const [a, b] = fleetOf(2, { refuses: (key) => key.startsWith(kind) && fails-- > 0 })
    .map((renderer) => renderer.cached('card', { ttl: 60_000 }, () => html.raw(`v${source}`)))
  await a()
  source = 2
  await Promise.all([callFor(SECONDS, a), callFor(SECONDS, b)])
  expect([String(await a()), String(await b())]).toEqual(['v2', 'v2'])
})

test('a value that is read too late is loaded once by each process, and once for each ttl', async () => {
  let loads = 0
  // Far beyond the deadline, which starts anew where the event loop was blocked.
  const give = async (key, value) => key.startsWith('value') && value !== undefined ? setTimeout(1000, value) : value
  const cards = fleetOf(3, { give })
    .map((renderer) => renderer.cached('card', { ttl: 60_000 }, () => html.raw(`v${++loads}`)))
  const texts = await Promise.all(cards.map((card) => callFor(3500, card)))
  expect(loads).toBe(3)
  expect(texts.flat().sort()).toEqual(['v1', 'v2', 'v3'])
})

test('processes do not load a refused fragment one after the other', async () => {
  let running = 0
  let most = 0
  const cards = fleetOf(6, { refuses: (key) => key.startsWith('value') }).map((renderer) => renderer.cached('card', { ttl: 60_000 }, async () => {
    most = Math.max(most, ++running)
    await setTimeout(500)
    running--
    return html.raw('v')
  }))
  await Promise.all(cards.map((card) => card()))
  expect(most).toBe(5)
})

test('each refused name is reported once', async () => {
  const [renderer] = fleetOf(1, { refuses: (key) => key.startsWith('value') })
  const cards = ['card', 'list'].map((name) => renderer.cached(name, { ttl: 60_000 }, (id) => html.raw('v')))
  await callFor(SECONDS, async () => (await Promise.all(cards.flatMap((card) => [card(1), card(2)])))[0])
  expect(warnings.mock.calls.map(([text]) => text.match(/the fragment "(\w+)"/)[1]).sort()).toEqual(['card', 'list'])
})

describe.each(Object.entries(clients))('%s', (library, { create, close }) => {
  for (const [what, args, ttl] of [
    ['that takes values of 1 MB at most keeps longer fragments', ['--proto-max-bulk-len', '1mb'], 60_000],
    ['keeps a fragment with a ttl beyond the times of Redis', [], 1e18]
  ]) {
    describeWithServers('with a Redis', (started) => {
      it(`${what} in the process`, async () => {
        const client = create(started.server.url)
        const { card, counts } = cardOf(redisStore(client), { ttl })
        expect(await callFor(SECONDS, card)).toEqual(['1'])
        expect(counts.loads).toBe(1)
        close(client)
      })
    }, async () => [await startRedis(...args)])
  }
})
