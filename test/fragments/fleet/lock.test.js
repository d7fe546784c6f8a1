'use strict'

const { setTimeout } = require('node:timers/promises')
const { itWithStop, startFleet, unique, versionsIn } = require('../../support/fleet')
const { describeWithRedis, startRedis } = require('../../support/redis')

describeWithRedis('the lock of a load in a fleet of three', () => {
  let server
  let fleet

  const itRuns = itWithStop(() => server?.stop())

  /** Begins a load in the first process, which does not end before `release`. */
  const begin = async () => {
    server = await startRedis()
    // In an hour, this test is over.
    const shared = { url: server.url, prefix: `${unique()}:`, loadTimeout: 3_600_000 }
    fleet = await startFleet(shared, shared, shared)
    const release = fleet.hold()
    const page = fleet.workers[0].call('card', 7, 'de')
    while (fleet.loads.length === 0) await setTimeout(1)
    return { page, release }
  }

  itRuns('whose process was killed keeps nobody waiting, and one of the others loads', async () => {
    const { page, release } = await begin()
    page.catch(() => {})
    await fleet.workers[0].stop()
    release()
    const pages = await Promise.all(fleet.workers.slice(1).map((worker) => worker.call('card', 7, 'de')))
    expect(pages.map(({ text }) => versionsIn(text).get('product:7'))).toEqual([1, 1])
    expect(fleet.loadsOf('product:7')).toHaveLength(2)
  })
})
