'use strict'

const { setTimeout } = require('node:timers/promises')
const { LONGEST_STALE, describeFleet, failuresOf, now, stalePages, versionsIn, wrongPages } = require('../../support/fleet')
const { everything } = require('../../support/level')

describeFleet('an invalidation in a fleet of three', ({ itRuns, start: startFleet }) => {
  let fleet
  let a, b, c

  const start = async () => {
    fleet = await startFleet()
    ;[a, b, c] = fleet.workers
  }

  /** Changes data and invalidates the pages that show it. */
  const change = async (worker, id) => {
    const key = `product:${id}`
    const version = fleet.change(key)
    return { key, version, ended: await worker.invalidate(key) }
  }

  const shows = ({ text }) => versionsIn(text).get('product:7')

  itRuns('under load: the last old page is at most 1.1 seconds later', async () => {
    await start()
    const calls = [6, 7, 8].flatMap((id) => [['card', id, 'de'], ['card', id, 'en']]).concat([['list', 'de'], ['frame', 'de']])
    const driven = fleet.workers.map((worker) => worker.drive(calls, { ms: 6000 }))
    const changes = []
    for (const end = now() + 4500; now() < end; await setTimeout(300)) {
      changes.push(await change(fleet.workers[changes.length % 3], 6 + changes.length % 2))
    }
    // One that nothing follows.
    changes.push(await change(a, 8))
    const answers = (await Promise.all(driven)).flat()
    expect(failuresOf(answers)).toEqual([])
    expect(wrongPages(answers)).toEqual([])
    expect(stalePages(answers, changes)).toEqual([])
    // The rule was tried: pages were called for that long after the last change, and the caches were used.
    expect(answers.some(({ start }) => start > changes.at(-1).ended + LONGEST_STALE)).toBe(true)
    for (const worker of fleet.workers) expect((await worker.stats()).hits.process).toBeGreaterThan(100)
  })

  itRuns('of a key that nobody asked for during ten seconds: no old page', async () => {
    await start()
    await Promise.all(fleet.workers.map((worker) => worker.call('card', 7, 'de')))
    await setTimeout(everything ? 10_000 : 2500)
    const { version } = await change(a, 7)
    const answers = await Promise.all([b, c, a].map((worker) => worker.call('card', 7, 'de')))
    expect(answers.map(shows)).toEqual([version, version, version])
  })

  itRuns('of one fragment leaves the others', async () => {
    await start()
    await Promise.all(fleet.workers.flatMap((worker) => [worker.call('card', 7, 'de'), worker.call('card', 7, 'en')]))
    fleet.change('product:7')
    await a.invalidateCall('card', 7, 'de')
    await setTimeout(LONGEST_STALE)
    for (const worker of fleet.workers) {
      expect(shows(await worker.call('card', 7, 'de'))).toBe(2)
      expect(shows(await worker.call('card', 7, 'en'))).toBe(1)
    }
  })

  describe('during a load', () => {
    /** Begins a load that has read its data, and does not end before `release`. */
    const begin = async (worker, call = ['card', 7, 'de']) => {
      const count = fleet.loads.length
      const release = fleet.hold()
      const page = worker.call(...call)
      while (fleet.loads.length === count) await setTimeout(1)
      return { page, release }
    }

    itRuns('in another process: the result is no hit anywhere', async () => {
      await start()
      const { page, release } = await begin(a)
      const { version, ended } = await change(b, 7)
      release()
      await page
      // These two have nothing of their own, and the store's value is of the time before.
      expect(shows(await b.call('card', 7, 'de'))).toBe(version)
      expect(shows(await c.call('card', 7, 'de'))).toBe(version)
      await setTimeout(Math.max(0, ended + LONGEST_STALE - now()))
      expect(shows(await a.call('card', 7, 'de'))).toBe(version)
    })

    itRuns('of more than a second, in another process: nobody gets the old page', async () => {
      await start()
      const { page, release } = await begin(a)
      const { version, ended } = await change(b, 7)
      await setTimeout(Math.max(0, ended + LONGEST_STALE - now()))
      const joined = a.callAll(Array.from({ length: 10 }, () => ['card', 7, 'de']))
      await setTimeout(100)
      release()
      for (const answer of await joined) expect(shows(answer)).toBe(version)
      // Nor does the first one, whose page comes more than a second after the invalidation.
      expect(shows(await page)).toBe(version)
      expect(shows(await a.call('card', 7, 'de'))).toBe(version)
    })

    itRuns('of a listing whose card is new: the listing is made again', async () => {
      await start()
      const { page, release } = await begin(a, ['list', 'de'])
      const { version } = await change(b, 7)
      release()
      await page
      await setTimeout(LONGEST_STALE)
      for (const worker of fleet.workers) expect(shows(await worker.call('list', 'de'))).toBe(version)
    })
  })
})
