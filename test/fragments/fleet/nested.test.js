'use strict'

const { failuresOf, itWithStop, stalePages, startFleet, unique, versionsIn } = require('../../support/fleet')
const { describeWithRedis, startRedis } = require('../../support/redis')

describeWithRedis('a card in a listing in the frame of a page', () => {
  let server
  let fleet

  const itRuns = itWithStop(() => server?.stop())

  const CALLS = [['frame', 'de'], ['list', 'de'], ['card', 7, 'de']]

  itRuns('are all new 1.1 seconds after the card was invalidated', async () => {
    server = await startRedis()
    const shared = { url: server.url, prefix: `${unique()}:` }
    fleet = await startFleet(shared, shared, shared)
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
})
