'use strict'

const { setTimeout } = require('node:timers/promises')
const { itWithStop, LONGEST_STALE, startFleet, unique, versionsIn } = require('../../support/fleet')
const { everything } = require('../../support/level')
const { describeWithServers, startCluster } = require('../../support/redis')

const itRuns = itWithStop()

/** One process loads, the other has it from the store; an invalidation of the other reaches the one. */
async function share (options) {
  const shared = { prefix: `buffered-render-${unique()}`, ...options }
  const fleet = await startFleet(shared, shared)
  const [a, b] = fleet.workers
  // Keyv and clusters take a moment to connect.
  await Promise.all([a.call('card', 1, 'de'), b.call('card', 2, 'de')])
  const { text } = await a.call('card', 7, 'de')
  expect((await b.call('card', 7, 'de')).text).toBe(text)
  expect(fleet.loadsOf('product:7')).toHaveLength(1)
  const { hits, breaker } = await b.stats()
  expect({ store: hits.store, breaker }).toEqual({ store: 1, breaker: 'closed' })

  fleet.change('product:7')
  await b.invalidate('product:7')
  expect(versionsIn((await b.call('card', 7, 'de')).text).get('product:7')).toBe(2)
  await setTimeout(LONGEST_STALE)
  expect(versionsIn((await a.call('card', 7, 'de')).text).get('product:7')).toBe(2)
  expect(fleet.loadsOf('product:7')).toHaveLength(2)
  for (const worker of fleet.workers) expect(await worker.problems()).toEqual([])
}

describeWithServers('with Redis', (started) => {
  for (const store of ['redis', 'ioredis', ...(everything ? ['redis 4', 'iovalkey'] : []), 'Keyv on Redis']) {
    itRuns(`two processes share fragments and invalidations by ${store}`, () => share({ store, url: started.server.url }))
  }
})

describeWithServers('with a cluster of three nodes', (started) => {
  for (const store of ['redis cluster', 'ioredis cluster']) {
    itRuns(`two processes share fragments and invalidations by a ${store}`, () => share({ store, urls: started.nodes.map(({ url }) => url) }))
  }
}, startCluster)
