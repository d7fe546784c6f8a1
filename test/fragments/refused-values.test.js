'use strict'

const { setTimeout } = require('node:timers/promises')
const { createRenderer, html, redisStore } = require('../..')
const { ModelConnection, ModelStore } = require('../support/model-store')
const { describeWithRedis, startRedis } = require('../support/redis')
const { clients } = require('../support/redis-clients')

/** Longer than a comparison with the store holds. */
const SECONDS = 1600

const MOST = 1e6
const long = (text) => html.raw(text.padEnd(2 * MOST))

/** A store that takes or gives no long values. */
class Limited extends ModelConnection {
  constructor (refused) {
    super(new ModelStore())
    this.refused = refused
  }

  async set (key, value, ttl) {
    if (this.refused === 'set' && value.length > MOST) throw new Error('too large')
    return super.set(key, value, ttl)
  }

  async get (key) {
    const value = await super.get(key)
    if (this.refused === 'get' && value?.length > MOST) throw new Error('too large')
    return value
  }
}

let warnings
beforeEach(() => { warnings = jest.spyOn(process, 'emitWarning').mockImplementation() })
afterEach(() => warnings.mockRestore())

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
  const { card, counts } = cardOf(new Limited(refused), { ttl: 60_000 })
  expect(await callFor(SECONDS, card)).toEqual(['1'])
  await card.invalidate()
  expect(await callFor(SECONDS, card)).toEqual(['2'])
  expect(counts.loads).toBe(2)
  const told = warnings.mock.calls.map(([text, { code }]) => `${code} ${text}`)
  expect(told).toEqual(refused === 'get' ? [] : [expect.stringMatching(/^BUFFERED_RENDER_STORE .*"card"\[\] of 2000000 bytes: too large\. /)])
})

test('a fragment that the store refuses ends with its ttl', async () => {
  const { card, counts } = cardOf(new Limited('set'), { ttl: 1200 })
  const texts = await callFor(3000, card)
  expect(texts).toEqual(Array.from({ length: counts.loads }, (_, i) => `${i + 1}`))
  expect(counts.loads).toBeGreaterThan(1)
  expect(counts.loads).toBeLessThan(4)
})

test('a fragment that the store refuses is served while it is loaded again', async () => {
  const renderer = createRenderer({ cache: true, fragments: { store: new Limited('set'), version: '1' } })
  let loads = 0
  const slow = renderer.cached('slow', { ttl: 1200, stale: 60_000 }, async () => {
    if (++loads > 1) await setTimeout(300)
    return long(`${loads}`)
  })
  await callFor(1800, slow)
  expect(loads).toBeGreaterThan(1)
  expect(renderer.stats().fragments.stale).toBeGreaterThan(0)
})

describe.each(Object.entries(clients))('%s', (library, { create, close }) => {
  describeWithRedis('with a Redis that takes values of 1 MB at most', () => {
    it('keeps longer fragments in the process', async () => {
      const server = await startRedis('--proto-max-bulk-len', '1mb')
      const client = create(server.url)
      const { card, counts } = cardOf(redisStore(client), { ttl: 60_000 })
      expect(await callFor(SECONDS, card)).toEqual(['1'])
      expect(counts.loads).toBe(1)
      close(client)
      await server.stop()
    })
  })
})
