'use strict'

const { setTimeout } = require('node:timers/promises')
const { createClient } = require('redis')
const { createRenderer, html, redisStore } = require('../..')
const { figure } = require('../../bin/measure/figures')
const { startRedis } = require('../../test/support/redis')

const COUNTS = [100, 1000, 5000]

/** Milliseconds of calls: several sweeps. */
const LENGTH = 6000
const WARM_UP = 2000

/** A busy machine takes its time, which is not measured here. */
const DEADLINE = 20_000

/** The commands, their keys, the processor time of all while each fragment is called every 50 ms. */
async function measureCount (count) {
  const server = await startRedis()
  const client = createClient({ url: server.url })
  const renderer = createRenderer({ cache: true, fragments: { store: redisStore(client, { deadline: DEADLINE }), version: '1' } })
  const card = renderer.cached('card', { ttl: 3_600_000, tags: (id) => [`product:${id}`, 'products'] }, async (id) => html`<b>${id}</b>`)
  const ids = Array.from({ length: count }, (_, id) => id)
  const call = async (length) => {
    const start = performance.now()
    while (performance.now() - start < length) {
      await Promise.all(ids.map((id) => card(id)))
      await setTimeout(50)
    }
    return (performance.now() - start) / 1000
  }
  try {
    for (let first = 0; first < count; first += 100) await Promise.all(ids.slice(first, first + 100).map((id) => card(id)))
    await call(WARM_UP)
    await server.cli('config', 'resetstat')
    const cpu = process.cpuUsage()
    const seconds = await call(LENGTH)
    const { user, system } = process.cpuUsage(cpu)
    const stats = await server.cli('info', 'commandstats')
    const perSecond = (command) => Number(stats.match(new RegExp(`cmdstat_${command}:calls=(\\d+)`))?.[1] ?? 0) / seconds
    return { count, get: perSecond('get'), mget: perSecond('mget'), core: (user + system) / 1e6 / seconds }
  } finally {
    client.destroy()
    await server.stop()
  }
}

/** @returns {Promise<{ count: number, get: number, mget: number, core: number }[]>} each per second */
async function measureTraffic () {
  const measured = []
  for (const count of COUNTS) measured.push(await measureCount(count))
  return measured
}

function summarizeTraffic (measured) {
  return {
    title: 'Commands per second for hot fragments with two tags, one of them shared',
    header: ['fragments', 'GET', 'MGET', 'of a core, with the calls'],
    rows: measured.map(({ count, get, mget, core }) => [figure(count), figure(get), figure(mget), `${figure(100 * core)} %`])
  }
}

module.exports = { measureTraffic, summarizeTraffic }
