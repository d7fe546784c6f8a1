'use strict'

const { setTimeout } = require('node:timers/promises')
const { failuresOf, itWithStop, startFleet, unique, wrongPages } = require('../../support/fleet')
const { describeWithRedis, startRedis } = require('../../support/redis')

const MINUTE = 60_000

/** The `ttl` of a fragment varies by a tenth. */
const LEAST_TTL = 0.9
const MOST_TTL = 1.1

describeWithRedis('a fleet of three, one of them five minutes ahead', () => {
  let server
  let fleet

  const itRuns = itWithStop(() => server?.stop())

  const start = async (options) => {
    server = await startRedis()
    const shared = { url: server.url, prefix: `${unique()}:`, ...options }
    fleet = await startFleet(shared, shared, { ...shared, clockShift: 5 * MINUTE })
  }

  itRuns('loads each key once for each ttl', async () => {
    await start({ ttl: 1000 })
    const calls = [1, 2, 3, 4, 5].map((id) => ['card', id, 'de'])
    const answers = (await Promise.all(fleet.workers.map((worker) => worker.drive(calls, { ms: 4500 })))).flat()
    expect(failuresOf(answers)).toEqual([])
    expect(wrongPages(answers)).toEqual([])
    for (const [, id] of calls) {
      const starts = fleet.loadsOf(`product:${id}`).map((load) => load.start)
      // At least three ttls have passed, and no load came before the last one was that old.
      expect(starts.length).toBeGreaterThanOrEqual(3)
      const pauses = starts.slice(1).map((time, i) => time - starts[i])
      expect(pauses.filter((pause) => pause < 1000 * LEAST_TTL)).toEqual([])
    }
  })

  itRuns('loads a key again when a ttl of less than a second is over', async () => {
    await start({ ttl: 300, stale: 0 })
    for (const [i, worker] of fleet.workers.flatMap((worker) => [worker, worker]).entries()) {
      expect((await worker.call('card', 7, 'de')).text).toMatch(`product:7=v${i + 1};`)
      fleet.change('product:7')
      // Less than the second for which a comparison with the store holds.
      await setTimeout(300 * MOST_TTL + 400)
    }
  })

  itRuns('gives pages the same ETag, wherever their fragments come from', async () => {
    await start()
    const [a, b, c] = fleet.workers
    const pages = [await a.page('card', 7, 'de'), await b.page('card', 7, 'de'), await c.page('card', 7, 'de'), await a.page('card', 7, 'de')]
    expect(fleet.loadsOf('product:7')).toHaveLength(1)
    expect(new Set(pages.map(({ body }) => body)).size).toBe(1)
    expect(pages[0].etag).toMatch(/^W\/"/)
    expect(new Set(pages.map(({ etag }) => etag)).size).toBe(1)
    await Promise.all(fleet.workers.map(async (worker) => expect(await worker.problems()).toEqual([])))
  })
})
