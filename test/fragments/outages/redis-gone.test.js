'use strict'

const { setTimeout } = require('node:timers/promises')
const { failuresOf, itWithStop, now, stalePages, startFleet, unique, versionsIn, wrongPages } = require('../../support/fleet')
const { describeWithRedis, slowWayTo, startRedis } = require('../../support/redis')

/** Milliseconds after the return of the store until no old page is left: a try each second, and a comparison. */
const LONGEST_RETURN = 2000

describeWithRedis('an invalidation while Redis is gone', () => {
  let server
  let way
  let fleet

  const itRuns = itWithStop(async () => {
    way?.close()
    await server?.stop()
  })

  const closes = () => way.close()
  const opens = () => way.open()

  // What reaches a frozen server takes place later, and a killed one has lost what the pages rely on. One that was out of
  // reach has everything as before: the invalidation has to be repeated.
  const REACHES = [
    ['frozen', () => server.freeze(), () => server.thaw()],
    ['killed', () => server.kill(), () => server.start()],
    ['out of reach', closes, opens],
    ['out of reach of one process', closes, opens]
  ]
  for (const [reach, goes, returns] of REACHES) {
    itRuns(`(${reach}) is rejected, and the old page is nowhere 2 seconds after its return`, async () => {
      server = await startRedis()
      way = await slowWayTo(server, 0)
      const first = { url: way.url, prefix: `${unique()}:`, reconnect: 50 }
      const others = reach.endsWith('of one process') ? { ...first, url: server.url } : first
      fleet = await startFleet(first, others, others)
      const CALLS = [['card', 7, 'de'], ['card', 8, 'de'], ['list', 'de'], ['frame', 'de']]
      for (const worker of fleet.workers) await worker.callAll(CALLS)

      await goes()
      const driven = fleet.workers.map((worker) => worker.drive(CALLS, { ms: 8000, pause: 10 }))
      await setTimeout(300)
      const version = fleet.change('product:7')
      await expect(fleet.workers[0].invalidate('product:7')).rejects.toThrow(/store/)
      // In the process itself the old page is gone, whatever the store does.
      expect(versionsIn((await fleet.workers[0].call('card', 7, 'de')).text).get('product:7')).toBe(version)
      await setTimeout(1000)
      await returns()
      const returned = now()

      const answers = (await Promise.all(driven)).flat()
      expect(failuresOf(answers)).toEqual([])
      expect(wrongPages(answers)).toEqual([])
      expect(stalePages(answers, [{ key: 'product:7', version, ended: returned }], LONGEST_RETURN)).toEqual([])
      expect(answers.some(({ start }) => start > returned + LONGEST_RETURN)).toBe(true)
      for (const worker of fleet.workers) {
        for (const { text } of await worker.callAll(CALLS)) expect(versionsIn(text).get('product:7') ?? version).toBe(version)
        expect(await worker.stats()).toMatchObject({ breaker: 'closed' })
        expect(await worker.problems()).toEqual([])
      }
    })
  }
})
