'use strict'

const { setTimeout } = require('node:timers/promises')
const { LONGEST_STALE, describeFleet, failuresOf, versionsIn } = require('../../support/fleet')
const { viewFolder } = require('../../support/view-folder')

describeFleet('a partial that changes between two versions, in a rolling deploy', ({ itRuns, start }) => {
  /** A server of a version, whose view is the same in both. */
  const serverOf = (version, partial) => ({
    version,
    views: viewFolder({ 'box.ejs': '<div>[box:<%= lang %>] <%- include("part") %> box=v<%= version %>;</div>', 'part.ejs': partial }).file('.')
  })
  const markups = ['<b>old</b>', '<i>new</i>', '<b>old</b>']
  const servers = markups.map((markup, i) => serverOf(i === 1 ? 'new' : 'old', markup))

  itRuns('no server sends the markup of the other version', async () => {
    const fleet = await start({ ttl: 400, stale: 400 }, servers)
    const answers = await Promise.all(fleet.workers.map((worker) => worker.drive([['box', 'de'], ['box', 'en']], { ms: 2000 })))
    for (const [i, calls] of answers.entries()) {
      expect(failuresOf(calls)).toEqual([])
      expect(calls.filter(({ text, args }) => !text.includes(`[box:${args[0]}] ${markups[i]}`))).toEqual([])
    }
  })

  for (const sender of [0, 1]) {
    itRuns(`an invalidation by one version reaches both: server ${sender}`, async () => {
      const fleet = await start({}, servers)
      for (const worker of fleet.workers) await worker.call('box', 'de')
      const version = fleet.change('box')
      await fleet.workers[sender].invalidate('box')
      await setTimeout(LONGEST_STALE)
      for (const worker of fleet.workers) expect(versionsIn((await worker.call('box', 'de')).text).get('box')).toBe(version)
    })
  }
})
