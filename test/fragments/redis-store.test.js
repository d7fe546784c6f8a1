'use strict'

const { setTimeout } = require('node:timers/promises')
const { Keyv } = require('keyv')
const { RESP_TYPES, createClient, createClientPool } = require('redis')
const redis4 = require('redis4')
const { createRenderer, html, redisStore } = require('../..')
const { askUntil } = require('../support/ask-until')
const { describeWithRedis, describeWithServers, RedisServer, slowWayTo, startCluster, startRedis } = require('../support/redis')
const { clients } = require('../support/redis-clients')
const { freePort } = require('../support/free-port')

/** Longer than any of these tests takes. */
const LONG = 600_000

const outcome = (promise) => promise.then((value) => value, (error) => error.message)

describe.each(Object.entries(clients))('a store of %s', (library, { create, createCluster, close }) => {
  const opened = []
  const open = (client) => {
    opened.push(client)
    return client
  }

  afterEach(() => opened.splice(0).forEach((client) => close(client)))

  describeWithServers('with a server', (started) => {
    const storeOf = (options) => redisStore(open(create(started.server.url)), options)

    afterEach(() => started.server.cli('flushall'))

    it('gets what was set, under its prefix', async () => {
      const store = storeOf({ prefix: 'shop:' })
      expect(await store.get('a')).toBeUndefined()
      expect(await store.set('a', 'Zoë 🍵 \0', LONG)).toBe(true)
      expect(await store.get('a')).toBe('Zoë 🍵 \0')
      expect(await store.set('a', '', LONG)).toBe(true)
      expect(await store.get('a')).toBe('')
      expect(await started.server.cli('keys', '*')).toBe('shop:a')
    })

    it('deletes', async () => {
      const store = storeOf()
      await store.set('a', '1', LONG)
      expect(await store.delete('a')).toBe(true)
      expect(await store.delete('a')).toBe(false)
      expect(await store.get('a')).toBeUndefined()
    })

    it('adds what is absent', async () => {
      const store = storeOf()
      expect(await store.add('a', '1', LONG)).toBe(true)
      expect(await store.add('a', '2', LONG)).toBe(false)
      expect(await store.get('a')).toBe('1')
      expect(await started.server.cli('keys', '*')).toBe('buffered-render:a')
    })

    it('lets keys expire, after whole milliseconds', async () => {
      const store = storeOf({ prefix: '' })
      await store.set('long', '1', LONG + 0.5)
      await store.add('long added', '1', LONG + 0.5)
      for (const key of ['long', 'long added']) {
        const left = Number(await started.server.cli('pttl', key))
        expect(left).toBeGreaterThan(LONG / 2)
        expect(left).toBeLessThanOrEqual(LONG + 1)
      }
      await store.set('short', '1', 0.1)
      await store.add('short added', '1', 1)
      await askUntil(() => started.server.cli('keys', '*'), (keys) => !keys.includes('short'))
    })

    it('reads many keys in one turn', async () => {
      const way = await slowWayTo(started.server, 0)
      const store = redisStore(open(create(way.url)))
      await Promise.all(Array.from({ length: 50 }, (_, i) => store.set(`${i}`, `value ${i}`, LONG)))
      const before = way.turns
      const values = await Promise.all(Array.from({ length: 50 }, (_, i) => store.get(`${i}`)))
      expect(values).toEqual(Array.from({ length: 50 }, (_, i) => `value ${i}`))
      expect(way.turns - before).toBe(1)
      way.close()
    })

    it('reads many keys by one command', async () => {
      const store = storeOf({ prefix: 'shop:' })
      await store.set('a', '1', LONG)
      await started.server.cli('config', 'resetstat')
      expect(await store.getMany(['a', 'absent', 'a'])).toEqual(['1', undefined, '1'])
      expect(await started.server.cli('info', 'commandstats')).toMatch(/cmdstat_mget:calls=1,/)
    })

    it('rejects what the server refuses', async () => {
      const store = storeOf({ prefix: '' })
      await started.server.cli('lpush', 'list', '1')
      expect(await outcome(store.get('list'))).toMatch(/WRONGTYPE/)
      expect(await store.get('other')).toBeUndefined()
    })

    it('takes a client that the app connects in the same turn, before or later', async () => {
      const client = open(create(started.server.url))
      const before = client.status === undefined || client.status === 'wait' ? client.connect() : undefined
      const store = redisStore(client)
      await before
      expect(await store.set('a', '1', LONG)).toBe(true)
      expect(await redisStore(client).get('a')).toBe('1')

      const other = open(create(started.server.url))
      const later = redisStore(other)
      if (other.status === undefined || other.status === 'wait') await other.connect()
      expect(await later.get('a')).toBe('1')
    })

    it.each([['the store', false], ['the app, in the same turn,', true]])('leaves a client closed that the app has closed, if %s has connected it', async (_, connects) => {
      const client = open(create(started.server.url))
      const store = redisStore(client)
      if (connects && (client.status === undefined || client.status === 'wait')) await client.connect()
      await store.set('a', '1', LONG)
      close(opened.pop())
      for (let i = 0; i < 3; i++) await expect(store.get('a')).rejects.toThrow()
      expect(client.isOpen ?? client.status === 'ready').toBe(false)
    })
  })

  describeWithRedis('with a server that comes and goes', () => {
    let server

    afterEach(() => server.stop())

    it('rejects while the server is absent at the start, and takes part when it is there', async () => {
      server = new RedisServer(await freePort(), [])
      const store = redisStore(open(create(server.url)))
      expect(await outcome(store.get('a'))).toBe('Redis is not connected')
      expect((await store.get('a').catch(({ cause }) => cause.code))).toBe('ECONNREFUSED')
      await server.start()
      expect(await askUntil(() => outcome(store.get('a')), (value) => value === undefined)).toBeUndefined()
    })

    it('rejects while the server is killed, and writes nothing of that time later', async () => {
      server = await startRedis()
      const store = redisStore(open(create(server.url)), { prefix: '' })
      await store.set('before', '1', LONG)
      await server.kill()
      // What is sent as the connection breaks, ioredis tries again for a minute.
      const ask = () => Promise.race([outcome(store.get('before')), setTimeout(50)])
      await askUntil(ask, (value) => value === 'Redis is not connected')
      const outcomes = [store.set('during', '1', LONG), store.add('during', '1', LONG), store.delete('during'), store.get('during')]
      for (const settled of await Promise.allSettled(outcomes)) expect(settled.status).toBe('rejected')
      await server.start()
      await askUntil(() => outcome(store.set('after', '1', LONG)), (value) => value === true)
      expect(await server.cli('keys', '*')).toBe('after')
    })

    it('rejects what a full server does not take', async () => {
      server = await startRedis('--maxmemory', '2mb', '--maxmemory-policy', 'noeviction')
      const store = redisStore(open(create(server.url)))
      const text = 'x'.repeat(500_000)
      const outcomes = []
      for (let i = 0; i < 8; i++) outcomes.push(await outcome(store.set(`${i}`, text, LONG)))
      expect(outcomes.at(-1)).toMatch(/OOM/)
      expect(await store.get('0')).toBe(text)
    })
  })

  describeWithServers('with a cluster', (started) => {
    it('keeps keys on all nodes, and reads each by a command of its own', async () => {
      const store = redisStore(open(createCluster(started.nodes.map(({ url }) => url))), { prefix: `${library}:` })
      expect(store.getMany).toBeUndefined()
      const keys = Array.from({ length: 30 }, (_, i) => `key ${i}`)
      await Promise.all(keys.map((key) => store.set(key, `value of ${key}`, LONG)))
      expect(await Promise.all(keys.map((key) => store.get(key)))).toEqual(keys.map((key) => `value of ${key}`))
      expect(await store.add(keys[0], '', LONG)).toBe(false)
      expect(await store.delete(keys[0])).toBe(true)
      expect(await store.add(keys[0], '', LONG)).toBe(true)
      const counts = await Promise.all(started.nodes.map((node) => node.cli('keys', `${library}:*`)))
      expect(counts.map((found) => found.split('\n').length > 1)).toEqual([true, true, true])
    })

    it('rejects while no node is there at the start, and takes part when they are', async () => {
      const absent = started.nodes.map((node) => node.url)
      await Promise.all(started.nodes.map((node) => node.kill()))
      const store = redisStore(open(createCluster(absent)))
      await expect(store.get('a')).rejects.toThrow()
      // The nodes know each other by their configuration files.
      await Promise.all(started.nodes.map((node) => node.start()))
      await askUntil(() => outcome(store.set('a', '1', LONG)), (value) => value === true)
      expect(await store.get('a')).toBe('1')
    })
  }, startCluster)
})

describe('redisStore', () => {
  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['redis://127.0.0.1', 'a string'],
    [createClient, 'a function without connect, get, set, del, on'],
    [{}, 'an object without connect, get, set, del, on'],
    [Promise.resolve(), 'a promise without connect, get, set, del, on'],
    [new Map(), 'an object without connect, del, on'],
    [new Keyv(), 'an object without connect, del'],
    // redis 3 has callbacks and connects by itself.
    [{ get () {}, set () {}, del () {}, on () {}, psetex () {} }, 'an object without connect'],
    [{ get () {}, set () {}, del () {}, on () {}, connect () {} }, 'an object'],
    [redis4.createClient({ legacyMode: true }), 'an object in legacy mode']
  ].map(([client, found]) => [found, client]))('does not take %s', (found, client) => {
    expect(() => redisStore(client)).toThrow(new TypeError(
      `redisStore() expects a client of redis 4 or later, ioredis or iovalkey, got ${found}`))
  })

  it('does not take unknown options and bad values', () => {
    const client = createClient()
    expect(() => redisStore(client, { prefx: '' })).toThrow(new TypeError('Unknown option "prefx" of redisStore; did you mean "prefix"? the options are prefix, deadline'))
    expect(() => redisStore(client, { deadline: 0 })).toThrow('The option "deadline" of redisStore must be milliseconds, more than 0 and at most 2147483647, got 0')
    expect(() => redisStore(client, { prefix: 7 })).toThrow(new TypeError('The option "prefix" of redisStore must be a string, got 7'))
    expect(() => redisStore(client, null)).toThrow(new TypeError('The options of redisStore must be an object, got null'))
  })

  describeWithServers('with a pool of clients', (started) => {
    it('gets what was set', async () => {
      const pool = createClientPool({ url: started.server.url })
      const store = redisStore(pool)
      expect(await store.set('a', '1', LONG)).toBe(true)
      expect(await store.get('a')).toBe('1')
      pool.destroy()
    })
  })

  describeWithServers('with a client that answers Buffers', (started) => {
    afterEach(() => started.server.cli('flushall'))

    it.each([
      ['by its options', (url, commandOptions) => createClient({ url, commandOptions })],
      ['by withTypeMapping', (url, { typeMapping }) => createClient({ url }).withTypeMapping(typeMapping)]
    ])('%s, shares fragments', async (name, create) => {
      const typeMapping = { [RESP_TYPES.BLOB_STRING]: Buffer, [RESP_TYPES.SIMPLE_STRING]: Buffer }
      const opened = [1, 2].map(() => create(started.server.url, { typeMapping }))
      const load = jest.fn(async (id) => html`<b>${id}</b>`)
      const cards = opened.map((client) => {
        const renderer = createRenderer({ cache: true, fragments: { store: redisStore(client, { deadline: 5000 }), version: '1' } })
        return renderer.cached('card', { ttl: LONG, tags: () => ['cards'] }, load)
      })
      const store = redisStore(opened[0])
      expect(await store.set('a', 'Zoë', LONG)).toBe(true)
      expect([await store.get('a'), await store.get('b'), await store.getMany(['a', 'b'])]).toEqual(['Zoë', undefined, ['Zoë', undefined]])
      for (const card of cards) expect(String(await html`${card('ö')}`)).toBe('<b>ö</b>')
      expect(load).toHaveBeenCalledTimes(1)
      for (const client of opened) client.destroy()
    })
  })
})
