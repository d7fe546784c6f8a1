'use strict'

const { failuresOf, itWithStop, startFleet, unique, wrongPages } = require('../../support/fleet')
const { describeWithRedis, startRedis } = require('../../support/redis')

const requests = (count) => Array.from({ length: count }, () => ['card', 7, 'de'])

describeWithRedis('1,000 calls at once of a key that nobody has', () => {
  let server
  let fleet

  const itRuns = itWithStop(async () => {
    await fleet?.stop()
    await server?.stop()
  })

  itRuns('are one load in a fleet of three', async () => {
    server = await startRedis()
    const options = { url: server.url, prefix: `${unique()}:` }
    fleet = await startFleet(options, options, options)
    // All are connected: they have loaded something else.
    await Promise.all(fleet.workers.map((worker, i) => worker.call('card', 100 + i, 'de')))
    fleet.loadTime = 100
    const answers = (await Promise.all(fleet.workers.map((worker) => worker.callAll(requests(334))))).flat()
    expect(fleet.loadsOf('product:7')).toHaveLength(1)
    expect(failuresOf(answers)).toEqual([])
    expect(wrongPages(answers)).toEqual([])
  })
})
