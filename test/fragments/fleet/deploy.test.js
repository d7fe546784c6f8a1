'use strict'

const { setTimeout } = require('node:timers/promises')
const { failuresOf, itWithStop, LONGEST_STALE, startFleet, unique, versionsIn } = require('../../support/fleet')
const { describeWithRedis, startRedis } = require('../../support/redis')
const { viewFolder } = require('../../support/view-folder')

describeWithRedis('a partial that changes between two versions, in a rolling deploy', () => {
  let server
  let fleet

  /** The view is the same in both versions. */
  const views = (partial) => viewFolder({
    'box.ejs': '<div>[box:<%= lang %>] <%- include("part") %> box=v<%= version %>;</div>',
    'part.ejs': partial
  }).file('.')

  const itRuns = itWithStop(() => server?.stop())

  const start = async (times) => {
    server = await startRedis()
    const shared = { url: server.url, prefix: `${unique()}:`, ...times }
    const old = { ...shared, version: 'old', views: views('<b>old</b>') }
    const next = { ...shared, version: 'new', views: views('<i>new</i>') }
    fleet = await startFleet(old, next, old)
  }

  itRuns('no server sends the markup of the other version', async () => {
    await start({ ttl: 400, stale: 400 })
    const markups = ['<b>old</b>', '<i>new</i>', '<b>old</b>']
    const answers = await Promise.all(fleet.workers.map((worker) => worker.drive([['box', 'de'], ['box', 'en']], { ms: 2000 })))
    for (const [i, calls] of answers.entries()) {
      expect(failuresOf(calls)).toEqual([])
      expect(calls.filter(({ text, args }) => !text.includes(`[box:${args[0]}] ${markups[i]}`))).toEqual([])
    }
  })

  for (const sender of [0, 1]) {
    itRuns(`an invalidation by one version reaches both: server ${sender}`, async () => {
      await start()
      for (const worker of fleet.workers) await worker.call('box', 'de')
      const version = fleet.change('box')
      await fleet.workers[sender].invalidate('box')
      await setTimeout(LONGEST_STALE)
      for (const worker of fleet.workers) expect(versionsIn((await worker.call('box', 'de')).text).get('box')).toBe(version)
    })
  }
})
