'use strict'

const { setTimeout } = require('node:timers/promises')
const { askUntil } = require('../../support/ask-until')
const { failuresOf, itWithStop, LONGEST_STALE, stalePages, startFleet, unique, versionsIn } = require('../../support/fleet')
const { describeWithRedis, startRedis } = require('../../support/redis')

const HOUR = 3_600_000

describeWithRedis('a card in a listing in the frame of a page', () => {
  let server
  let fleet

  beforeAll(async () => { server = await startRedis() })
  afterAll(() => server.stop())

  const itRuns = itWithStop(() => fleet?.stop())

  const start = async (options) => {
    const shared = { url: server.url, prefix: `${unique()}:`, ...options }
    fleet = await startFleet(shared, shared, shared)
  }

  const CALLS = [['frame', 'de'], ['list', 'de'], ['card', 7, 'de']]

  itRuns('are all new 1.1 seconds after the card was invalidated', async () => {
    await start()
    // The second process loads the frame and has the rest from the store, the third all of it.
    for (const [i, worker] of fleet.workers.entries()) await worker.callAll(CALLS.slice(2 - i))
    const version = fleet.change('product:7')
    const ended = await fleet.workers[1].invalidate('product:7')
    const answers = (await Promise.all(fleet.workers.map((worker) => worker.drive(CALLS, { ms: 2000, pause: 10 })))).flat()
    expect(failuresOf(answers)).toEqual([])
    expect(stalePages(answers, [{ key: 'product:7', version, ended }])).toEqual([])
    for (const worker of fleet.workers) {
      for (const { text } of await worker.callAll(CALLS)) expect(versionsIn(text).get('product:7')).toBe(version)
    }
  })

  itRuns('a listing that was made while the card was stale is made again, and is new after an invalidation', async () => {
    await start({ ttl: 300, stale: HOUR, listTimes: { ttl: HOUR, stale: HOUR } })
    const [a, b] = fleet.workers
    await a.call('card', 7, 'de')
    await setTimeout(500)
    const second = fleet.change('product:7')
    // The load of the card takes longer than that of the listing, which gets the stale card.
    const release = fleet.hold()
    const frame = b.call('frame', 'de')
    await setTimeout(200)
    release()
    await frame
    // Nothing was invalidated, and the listing has an hour: it is stale only because of its card.
    await askUntil(() => b.call('frame', 'de'), ({ text }) => versionsIn(text).get('product:7') === second)

    const third = fleet.change('product:7')
    await a.invalidate('product:7')
    await setTimeout(LONGEST_STALE)
    for (const worker of fleet.workers) {
      for (const { text } of await worker.callAll(CALLS)) expect(versionsIn(text).get('product:7')).toBe(third)
    }
  })
})
