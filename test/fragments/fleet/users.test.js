'use strict'

const { setTimeout } = require('node:timers/promises')
const { failuresOf, itWithStop, startFleet, unique } = require('../../support/fleet')
const { describeWithRedis, startRedis } = require('../../support/redis')

// Each call of a worker is that of a user of its own, whom the app's AsyncLocalStorage has.
describe.each(['none', 'redis'])('a load that reads the AsyncLocalStorage of the app, with the store %s', (store) => {
  const describeIt = store === 'none' ? describe : describeWithRedis

  describeIt('in parallel requests of many users', () => {
    let server
    let fleet

    const itRuns = itWithStop(async () => {
      await fleet?.stop()
      await server?.stop()
    })

    itRuns('sees the context of the definition, never a user', async () => {
      server = store === 'none' ? undefined : await startRedis()
      const options = { store, url: server?.url, prefix: `${unique()}:`, ttl: 150, stale: 1500 }
      fleet = await startFleet(options, options)
      // Cold, joined, fresh, stale and gone.
      const calls = [['greeting', 'de'], ['greeting', 'en']]
      const answers = (await Promise.all(fleet.workers.map((worker) => worker.drive(calls, { ms: 3500, pause: 2 })))).flat()
      await setTimeout(2000)
      answers.push(...await fleet.workers[0].callAll(Array.from({ length: 50 }, () => calls[0])))
      expect(failuresOf(answers)).toEqual([])
      expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['[greeting:de] nobody, nobody', '[greeting:en] nobody, nobody']))
      // The pages were loaded again and again.
      expect(fleet.loadsOf('greeting').length).toBeGreaterThan(6)
    })
  })
})
