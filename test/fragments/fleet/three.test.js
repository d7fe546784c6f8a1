'use strict'

const { setTimeout } = require('node:timers/promises')
const { describeFleet, failuresOf, stalePages, versionsIn, wrongPages } = require('../../support/fleet')

/** The `ttl` of a fragment varies by a tenth. */
const LEAST_TTL = 0.9
const MOST_TTL = 1.1

describeFleet('a fleet of three, one of them five minutes ahead', ({ itRuns, start }) => {
  const workers = [{}, {}, { clockShift: 300_000 }]

  itRuns('loads each key once for each ttl', async () => {
    const fleet = await start({ ttl: 1000 }, workers)
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
    const fleet = await start({ ttl: 300, stale: 0 }, workers)
    for (const [i, worker] of fleet.workers.flatMap((worker) => [worker, worker]).entries()) {
      expect((await worker.call('card', 7, 'de')).text).toMatch(`product:7=v${i + 1};`)
      fleet.change('product:7')
      // Less than the second for which a comparison with the store holds.
      await setTimeout(300 * MOST_TTL + 400)
    }
  })

  itRuns('gives pages the same ETag, wherever their fragments come from', async () => {
    const fleet = await start({}, workers)
    const [a, b, c] = fleet.workers
    const pages = [await a.page('card', 7, 'de'), await b.page('card', 7, 'de'), await c.page('card', 7, 'de'), await a.page('card', 7, 'de')]
    expect(fleet.loadsOf('product:7')).toHaveLength(1)
    expect(new Set(pages.map(({ body }) => body)).size).toBe(1)
    expect(pages[0].etag).toMatch(/^W\/"/)
    expect(new Set(pages.map(({ etag }) => etag)).size).toBe(1)
    await Promise.all(fleet.workers.map(async (worker) => expect(await worker.problems()).toEqual([])))
  })
})

describeFleet('in a fleet of three', ({ itRuns, start }) => {
  itRuns('the lock of a process that was killed during its load keeps nobody waiting, and one of the others loads', async () => {
    // In an hour, this test is over.
    const fleet = await start({ loadTimeout: 3_600_000 })
    const [killed, ...others] = fleet.workers
    const release = fleet.hold()
    killed.call('card', 7, 'de').catch(() => {})
    while (fleet.loads.length === 0) await setTimeout(1)
    await killed.stop()
    release()
    const pages = await Promise.all(others.map((worker) => worker.call('card', 7, 'de')))
    expect(pages.map(({ text }) => versionsIn(text).get('product:7'))).toEqual([1, 1])
    expect(fleet.loadsOf('product:7')).toHaveLength(2)
  })

  itRuns('a card in a listing in the frame of a page, all are new 1.1 seconds after the card was invalidated', async () => {
    const calls = [['frame', 'de'], ['list', 'de'], ['card', 7, 'de']]
    const fleet = await start()
    // The second process loads the frame and has the rest from the store, the third all of it.
    for (const [i, worker] of fleet.workers.entries()) await worker.callAll(calls.slice(2 - i))
    const version = fleet.change('product:7')
    const ended = await fleet.workers[1].invalidate('product:7')
    const answers = (await Promise.all(fleet.workers.map((worker) => worker.drive(calls, { ms: 2000, pause: 10 })))).flat()
    expect(failuresOf(answers)).toEqual([])
    expect(stalePages(answers, [{ key: 'product:7', version, ended }])).toEqual([])
    for (const worker of fleet.workers) {
      for (const { text } of await worker.callAll(calls)) expect(versionsIn(text).get('product:7')).toBe(version)
    }
  })
})
