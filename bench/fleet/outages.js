'use strict'

const { setTimeout } = require('node:timers/promises')
const { figure } = require('../../bin/measure/figures')
const { failuresOf, now, wrongPages } = require('../../test/support/fleet')
const { askUntil } = require('../../test/support/ask-until')
const { expectGood, withFleet } = require('./with-fleet')

const KEYS = 20
const OUTAGE = 3000
const LENGTH = 8000

/** The deadline of the library for an operation of the store, and what a load of the tests takes. */
const DEADLINE = 100
const LOAD_TIME = 10

/** @type {Record<string, { begin: (server: object) => Promise<void> | void, end: (server: object) => Promise<void> | void }>} */
const OUTAGES = {
  frozen: { begin: (server) => server.freeze(), end: (server) => server.thaw() },
  'killed, and back empty': { begin: (server) => server.kill(), end: (server) => server.start() }
}

/**
 * @typedef {object} Outage
 * @property {string} name
 * @property {number} calls
 * @property {number} p99 milliseconds of a call that began during the outage
 * @property {number} longest the same
 * @property {number} recovery milliseconds from the end of the outage until all processes use the store
 */

/** @returns {Promise<Outage[]>} */
async function measureOutages () {
  const measured = []
  for (const [name, outage] of Object.entries(OUTAGES)) measured.push({ name, ...await measureOutage(outage) })
  return measured
}

function measureOutage ({ begin, end }) {
  const own = { ttl: 500, stale: 500 }
  return withFleet([own, own, own], async (fleet, server) => {
    const calls = Array.from({ length: KEYS }, (_, id) => ['card', id, 'de'])
    const driven = fleet.workers.map((worker) => worker.drive(calls, { ms: LENGTH, pause: 2 }))
    await setTimeout(1000)
    const began = now()
    await begin(server)
    await setTimeout(OUTAGE)
    await end(server)
    const ended = now()
    for (const worker of fleet.workers) await askUntil(() => worker.stats(), ({ breaker }) => breaker === 'closed')
    const recovery = now() - ended
    const answers = (await Promise.all(driven)).flat()
    expectGood(failuresOf(answers), wrongPages(answers))
    const times = answers.filter(({ start }) => start > began && start < ended).map(({ start, end }) => end - start).sort((a, b) => a - b)
    return { calls: times.length, p99: times[Math.floor(0.99 * times.length)], longest: times.at(-1), recovery }
  })
}

/** @param {Outage[]} measured */
function summarizeOutages (measured) {
  return {
    title: `Redis is away for ${figure(OUTAGE / 1000)} s: no call failed. A p99 of ${DEADLINE + LOAD_TIME} ms is expected at most: the deadline and a load`,
    header: ['Redis is', 'calls meanwhile', 'p99, ms', 'longest, ms', 'used again after, ms'],
    rows: measured.map(({ name, calls, p99, longest, recovery }) => [name, figure(calls), figure(p99), figure(longest), figure(recovery)])
  }
}

module.exports = { measureOutages, summarizeOutages }
