'use strict'

const { setTimeout } = require('node:timers/promises')
const { askUntil } = require('../../support/ask-until')
const { failuresOf, itWithStop, stalePages, startFleet, unique, wrongPages } = require('../../support/fleet')
const { freePort } = require('../../support/free-port')
const { describeWithRedis, RedisServer, slowWayTo } = require('../../support/redis')

const CALLS = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ['card', id, 'de']).concat([['list', 'de'], ['frame', 'de']])

describeWithRedis('a fleet whose Redis fails', () => {
  let server
  let fleet
  let way

  // A repeated attempt must leave nothing open either.
  const itRuns = itWithStop(async () => {
    way?.close()
    way = undefined
    await server.stop()
  })

  /** Starts a fleet, and its server unless that is absent. */
  const start = async ({ isAbsent, isSlow, ...options } = {}) => {
    server = new RedisServer(await freePort(), [])
    if (!isAbsent) await server.start()
    if (isSlow) way = await slowWayTo(server, 0)
    const shared = { url: (way ?? server).url, prefix: `${unique()}:`, ttl: 500, stale: 500, ...options }
    fleet = await startFleet(shared, shared, shared)
  }

  const drive = (ms) => fleet.workers.map((worker) => worker.drive(CALLS, { ms, pause: 5 }))

  const expectGood = async (driven, problems = []) => {
    const answers = (await Promise.all(driven)).flat()
    expect(answers.length).toBeGreaterThan(100)
    expect(failuresOf(answers)).toEqual([])
    expect(wrongPages(answers)).toEqual([])
    for (const worker of fleet.workers) expect(await worker.problems()).toEqual(problems)
    return answers
  }

  /** All share fragments again: what one loads, the others have from the store. */
  const expectUnaffected = async (problems) => {
    for (const worker of fleet.workers) await askUntil(() => worker.stats(), ({ breaker }) => breaker === 'closed')
    const [a, b, c] = fleet.workers
    await a.call('card', 100, 'de')
    await b.call('card', 100, 'de')
    await c.call('card', 100, 'de')
    expect(fleet.loadsOf('product:100')).toHaveLength(1)
    const version = fleet.change('product:7')
    const ended = await b.invalidate('product:7')
    expect(stalePages(await expectGood(drive(2000), problems), [{ key: 'product:7', version, ended }])).toEqual([])
  }

  const isOpen = (worker) => askUntil(() => worker.stats(), ({ breaker }) => breaker === 'open')

  itRuns('absent at the start', async () => {
    await start({ isAbsent: true })
    const driven = drive(3000)
    await setTimeout(1500)
    await server.start()
    await expectGood(driven)
    await expectUnaffected()
  })

  itRuns('full, and throwing keys away', async () => {
    await start()
    await server.cli('config', 'set', 'maxmemory-policy', 'allkeys-random')
    const driven = drive(2500)
    for (let i = 0; i < 20; i++) {
      await setTimeout(100)
      await server.cli('config', 'set', 'maxmemory', i % 2 ? '0' : '1')
    }
    await server.cli('config', 'set', 'maxmemory', '0')
    await expectGood(driven)
    await expectUnaffected()
  })

  itRuns('slow, 300 ms', async () => {
    await start({ isSlow: true })
    await Promise.all(drive(300))
    way.delay = 150
    const driven = drive(5000)
    await Promise.all(fleet.workers.map(isOpen))
    const problems = [expect.stringMatching(/^warning: The fragment store \(RedisStore\) is not used, since it takes 3\d\d ms/)]
    await expectGood(driven, problems)
    way.delay = 0
    await expectUnaffected(problems)
  })

  itRuns('a blocked event loop of 150 ms opens no breaker', async () => {
    await start({ ttl: 200, stale: 0 })
    const [a] = fleet.workers
    await Promise.all(drive(300))
    const driven = drive(3000)
    for (let i = 0; i < 3; i++) {
      const blocked = await a.block(6, 150)
      expect(failuresOf(blocked)).toEqual([])
      expect(await a.stats()).toMatchObject({ breaker: 'closed' })
      await setTimeout(60)
    }
    await expectGood(driven)
    expect(await a.stats()).toMatchObject({ breaker: 'closed' })
    await expectUnaffected()
  })

  itRuns('values that are cut off, or not ours', async () => {
    await start({ ttl: 600_000, stale: 600_000 })
    const before = await fleet.workers[0].callAll(CALLS)
    const keys = (await server.cli('keys', '*')).split('\n')
    expect(keys.length).toBeGreaterThan(CALLS.length)
    for (const [i, key] of keys.entries()) {
      const length = Number(await server.cli('strlen', key))
      const spoilt = [
        (await server.cli('getrange', key, '0', String(Math.floor(length / 2)))),
        (await server.cli('getrange', key, '0', String(length - 2))),
        '', '{}', '1\n', '9'.repeat(50)
      ][i % 6]
      await server.cli('set', key, spoilt, 'KEEPTTL')
    }
    // These two have nothing of their own.
    for (const worker of fleet.workers.slice(1)) {
      const answers = await worker.callAll(CALLS)
      expect(failuresOf(answers)).toEqual([])
      expect(answers.map(({ text }) => text)).toEqual(before.map(({ text }) => text))
    }
    await expectUnaffected()
  })

  itRuns('a server that was there for a moment only, again and again', async () => {
    await start()
    const driven = drive(5000)
    for (let i = 0; i < 5; i++) {
      await setTimeout(300)
      server.freeze()
      await setTimeout(300)
      server.thaw()
    }
    const { version, ended } = await askUntil(async () => {
      const version = fleet.change('product:7')
      return { version, ended: await fleet.workers[0].invalidate('product:7').catch(() => undefined) }
    }, ({ ended }) => ended !== undefined)
    const answers = await expectGood(driven)
    // Those whose breaker is open when the invalidation ends come back within a second, and compare within another.
    expect(stalePages(answers, [{ key: 'product:7', version, ended }], 2100)).toEqual([])
  })
})
