'use strict'

// A body that is encoded for each response, and a body that was encoded in advance: of the texts about Buffers that this
// project grew from, see docs/benchmark.md, *Buffer与性能* and *Learn More About the Use of Nodejs Buffer* compare them.

const { figure } = require('../../bin/measure/figures')
const { median } = require('../../bin/measure/statistics')
const { get } = require('../answer')
const { loadInTurns, withChildren } = require('../children')
const { mapValues } = require('../map-values')
const { cpuOf, gains, ratioOf, times } = require('../table')
const { SCRIPTS, createText } = require('./data')

const KILOBYTES = [10, 100]
const TYPES = ['string', 'Buffer']
const CONNECTIONS = 200

/**
 * Turns by type: requests per second, the share of the time in which the server's event loop was busy, and microseconds
 * of CPU time of all its threads, per request.
 *
 * @typedef {{ requestsPerSecond: number, utilization: number, cpu: number }} Turn
 * @typedef {{ title: string, turns: Record<'string' | 'Buffer', Turn[]> }} Body
 */

/**
 * @returns {Promise<Body[]>}
 * @throws {Error} if a server sends wrong bytes
 */
async function measureBodies (how) {
  const measured = []
  for (const kilobytes of KILOBYTES) {
    for (const script of SCRIPTS) measured.push(await measureBody(kilobytes, script, how))
  }
  return measured
}

function measureBody (kilobytes, script, { load, rounds, seconds }) {
  const title = `${kilobytes} KB, ${script}`
  const scripts = TYPES.map((type) => [type, { file: 'bench/seeds/server.js', args: [type, script, `${kilobytes}`] }])
  return withChildren(Object.fromEntries(scripts), async (servers) => {
    for (const type of TYPES) await verify(servers[type].port, Buffer.from(createText(script, kilobytes)), `${title}, ${type}`)
    const turns = await loadInTurns(servers, load, { title, rounds, headers: {}, status: 200, connections: CONNECTIONS, seconds })
    return { title, turns: mapValues(turns, (list) => list.map(({ cores, ...turn }) => ({ ...turn, cpu: cpuOf({ cores, ...turn }) }))) }
  })
}

/** @throws {Error} with the title, if the server sends wrong bytes */
async function verify (port, expected, title) {
  const { body } = await get(port, '/', {})
  if (!body.equals(expected)) throw new Error(`${title}: the body of ${body.length} bytes differs from the expected body of ${expected.length} bytes`)
}

/** A server that was not busy all the time could have sent more: then compare the CPU time. */
function summarizeBodies (bodies) {
  return {
    title: 'A string or a Buffer passed to res.end of node:http, 200 connections, requests/s',
    header: ['body', 'string', 'Buffer', 'ratio', 'min–max', 'server busy', 'its CPU, µs/request', 'CPU ratio'],
    rows: bodies.map(({ title, turns }) => {
      const [rates, busy, cpu] = ['requestsPerSecond', 'utilization', 'cpu'].map((name) => TYPES.map((type) => turns[type].map((turn) => turn[name])))
      return [
        title,
        ...rates.map((values) => figure(median(values))),
        ...gains(rates[1], rates[0]),
        busy.map((shares) => `${figure(100 * median(shares))} %`).join(', '),
        cpu.map((values) => figure(median(values), 1)).join(', '),
        times(ratioOf(cpu[0], cpu[1], 1))
      ]
    })
  }
}

module.exports = { measureBodies, summarizeBodies }
