'use strict'

const { setTimeout } = require('node:timers/promises')
const { figure } = require('../../bin/measure/figures')
const { failuresOf, stalePages, startFleet, unique, versionsIn, wrongPages } = require('../../test/support/fleet')
const { startRedis } = require('../../test/support/redis')

const MINUTE = 60_000
const TTL = 3000
const KEYS = 20

/** Milliseconds between two invalidations, and the key that is invalidated. */
const INTERVAL = 3000
const CHANGED = 7

/**
 * @typedef {object} Load
 * @property {number} mostLoads of a key that is never invalidated
 * @property {number} tags different entity tags of one page in all processes
 * @property {number[]} stale milliseconds from the end of each invalidation to the begin of the last call with an old page
 */

/** @returns {Promise<Load>} */
function measureLoad ({ seconds }) {
  const own = { ttl: TTL, stale: TTL }
  return withFleet([own, own, { ...own, clockShift: 5 * MINUTE }], async (fleet) => {
    const ids = Array.from({ length: KEYS }, (_, id) => id)
    const calls = ids.map((id) => ['card', id, 'de'])
    const driven = fleet.workers.map((worker) => worker.drive(calls, { ms: seconds * 1000, pause: 1 }))
    const changes = []
    for (let i = 0; i < Math.floor(seconds * 1000 / INTERVAL) - 1; i++) {
      await setTimeout(INTERVAL)
      const key = `product:${CHANGED}`
      const version = fleet.change(key)
      changes.push({ key, version, ended: await fleet.workers[i % fleet.workers.length].invalidate(key) })
    }
    const answers = (await Promise.all(driven)).flat()
    expectGood(failuresOf(answers), [...wrongPages(answers), ...stalePages(answers, changes)])

    const stats = await Promise.all(fleet.workers.map((worker) => worker.stats()))
    const pages = await Promise.all(fleet.workers.map((worker) => worker.page('card', CHANGED, 'de')))
    const loads = stats.reduce((sum, { loads }) => sum + loads, 0)
    const fromStore = stats.reduce((sum, { hits }) => sum + hits.store, 0)
    return {
      calls: answers.length,
      shares: { process: 1 - (loads + fromStore) / answers.length, store: fromStore / answers.length, load: loads / answers.length },
      mostLoads: Math.max(...ids.filter((id) => id !== CHANGED).map((id) => fleet.loadsOf(`product:${id}`).length)),
      ttls: seconds * 1000 / TTL,
      tags: new Set(pages.map(({ etag }) => etag)).size,
      stale: changes.map((change) => staleFor(answers, change))
    }
  })
}

/** Passes a fleet of these options, see `test/fragments/fleet-worker.js`, to `use`, and ends it. */
async function withFleet (workers, use) {
  const server = await startRedis()
  const shared = { url: server.url, prefix: `${unique()}:` }
  let fleet
  try {
    fleet = await startFleet(...workers.map((own) => ({ ...shared, ...own })))
    // All are connected: each has loaded something of its own.
    await Promise.all(fleet.workers.map((worker, i) => worker.call('card', -1 - i, 'de')))
    return await use(fleet)
  } finally {
    await fleet?.stop()
    await server.stop()
  }
}

/** @throws {Error} if a call failed, or shows the page of another key */
function expectGood (failures, wrong) {
  const [first] = [...failures, ...wrong]
  if (first !== undefined) throw new Error(`${failures.length} calls failed and ${wrong.length} were wrong: ${first}`)
}

/** @returns {number} milliseconds after an invalidation for which calls gave an older page */
function staleFor (answers, { key, version, ended }) {
  const late = answers.filter(({ text, start }) => start > ended && versionsIn(text).get(key) < version)
  return late.reduce((longest, { start }) => Math.max(longest, start - ended), 0)
}

/** @param {Load} measured */
function summarizeLoad ({ calls, shares, mostLoads, ttls, tags, stale }) {
  const percent = (share) => `${figure(100 * share, 2)} %`
  return {
    title: `Three processes under load, one clock five minutes ahead, ttl ${figure(TTL / 1000)} s`,
    header: ['', 'measured', 'expected'],
    rows: [
      ['calls', figure(calls), ''],
      ['found in the process, in Redis, loaded', [shares.process, shares.store, shares.load].map(percent).join(', '), ''],
      ['loads of a key in all processes, at most', figure(mostLoads), `≤ ${figure(Math.ceil(ttls / 0.9) + 1)}, one for each ttl, less a tenth`],
      ['different entity tags of a page', figure(tags), '1'],
      [`from invalidate to the last old page, ${stale.length} times, at most`, `${figure(Math.max(...stale))} ms`, '≤ 1,100 ms']
    ]
  }
}

module.exports = { measureLoad, summarizeLoad }
