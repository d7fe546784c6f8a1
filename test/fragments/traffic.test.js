'use strict'

const { setTimeout } = require('node:timers/promises')
const { Keyv } = require('keyv')
const { createRenderer, html, redisStore } = require('../..')
const { askUntil } = require('../support/ask-until')
const { everything } = require('../support/level')
const { gate } = require('../support/gate')
const { ModelStore, storeOver } = require('../support/model-store')
const { describeWithServers } = require('../support/redis')
const { clients } = require('../support/redis-clients')

const HOT = everything ? 5000 : 1000
const HOUR = 3_600_000

/** Milliseconds for which a comparison holds. */
const SECOND = 1000

const ids = (count) => Array.from({ length: count }, (_, id) => id)

/** Cards with two tags, one of which they share. */
function cardsOf (store) {
  const renderer = createRenderer({ cache: true, fragments: { store, version: '1' } })
  const card = renderer.cached('card', { ttl: HOUR, tags: (id) => [`product:${id}`, 'products'] }, async (id) => html`${id}`)
  return { card, renderer, callAll: (count) => Promise.all(ids(count).map((id) => card(id))) }
}

/** The store of a client, without a deadline that a busy machine may miss. */
function storeOf (client, prefix) {
  return redisStore(client, { prefix, deadline: 20_000 })
}

/** Calls all again and again. @returns {Promise<number>} seconds */
async function keepHot (callAll, count, length) {
  const start = performance.now()
  while (performance.now() - start < length) {
    await callAll(count)
    await setTimeout(50)
  }
  return (performance.now() - start) / 1000
}

/** @returns {Promise<Record<string, number>>} command → its calls */
async function callsOf (server) {
  const stats = await server.cli('info', 'commandstats')
  return { get: 0, mget: 0, ...Object.fromEntries(Array.from(stats.matchAll(/cmdstat_(\w+):calls=(\d+)/g), ([, name, count]) => [name, Number(count)])) }
}

describe.each(Object.entries(clients))('%s', (library, { create, close }) => {
  describeWithServers('with a server', (started) => {
    const opened = []
    afterEach(() => opened.splice(0).forEach((client) => close(client)))

    const open = () => {
      opened.push(create(started.server.url))
      return opened.at(-1)
    }

    it(`${HOT} hot fragments with two tags cost at most one command per 100 fragments and second`, async () => {
      const { callAll, renderer } = cardsOf(storeOf(open(), 'hot:'))
      for (let count = 250; count <= HOT; count += 250) await callAll(count)
      await keepHot(callAll, HOT, SECOND)
      const before = await callsOf(started.server)
      const seconds = await keepHot(callAll, HOT, 3 * SECOND)
      const after = await callsOf(started.server)
      const commands = after.get + after.mget - before.get - before.mget
      expect(commands).toBeGreaterThan(1)
      expect(commands).toBeLessThanOrEqual(seconds * HOT / 100)
      expect(renderer.stats().fragments.loads).toBe(HOT)
    })
  })
})

describe('the first calls after a second', () => {
  const COUNT = 50

  /** A store that counts what is read by `get`, and by `getMany` if it has that. */
  function countingStore (hasMany) {
    const model = new ModelStore()
    const read = []
    const store = storeOver(model, { get: async (key) => { read.push(key); return model.get(key) } })
    if (hasMany) store.getMany = async (keys) => { read.push(keys); return keys.map((key) => model.get(key)) }
    return { read, store }
  }

  async function readAfterSecond (store, read) {
    const { callAll, renderer } = cardsOf(store)
    await callAll(COUNT)
    await setTimeout(1.1 * SECOND)
    read.length = 0
    await callAll(COUNT)
    expect(renderer.stats().fragments.loads).toBe(COUNT)
    return [...read]
  }

  test('read each key once in a turn', async () => {
    const { read, store } = countingStore(false)
    const keys = await readAfterSecond(store, read)
    // A marker, a token of its own and one of its product for each, and that of all products.
    expect(keys).toHaveLength(3 * COUNT + 1)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('read by one getMany, if the store has it', async () => {
    const { read, store } = countingStore(true)
    const commands = await readAfterSecond(store, read)
    expect(commands).toHaveLength(1)
    expect(commands[0]).toHaveLength(3 * COUNT + 1)
  })

  test('read by one getMany of a Keyv', async () => {
    const store = new Keyv()
    const read = jest.spyOn(store, 'getMany')
    await readAfterSecond(store, read.mock.calls)
    expect(read.mock.calls).toHaveLength(1)
  })
})

test('a sweep asks for all its fragments before the first answer', async () => {
  const COUNT = 1001
  const model = new ModelStore()
  let held = gate()
  const reads = []
  const store = storeOver(model, {
    deadline: 60_000,
    getMany: async (keys) => {
      reads.push(keys)
      await held.promise
      return keys.map((key) => model.get(key))
    }
  })
  const { card, callAll, renderer } = cardsOf(store)
  const hits = () => renderer.stats().fragments.hits.process
  const sweep = async () => {
    held.open()
    await callAll(COUNT)
    await setTimeout(400)
    held = gate()
    reads.length = 0
    const before = hits()
    ids(COUNT).forEach((id) => card(id))
    // On a machine that is too slow, some are compared earlier.
    if (hits() - before === COUNT) await setTimeout(500)
    return reads.length
  }
  expect(await askUntil(sweep, (length) => length === 3)).toBe(3)
  held.open()
})
