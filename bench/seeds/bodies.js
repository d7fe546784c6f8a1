'use strict'

// A body that is encoded for each response, and a body that was encoded in advance.

const { figure } = require('../../bin/measure/figures')
const progress = require('../../bin/measure/progress')
const { median } = require('../../bin/measure/statistics')
const { get } = require('../answer')
const { loadServer, withChildren } = require('../children')
const { interleave } = require('../interleave')
const { gains, ratioOf, times } = require('../table')
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
    for (const script of SCRIPTS) measured.push(await measureBody({ kilobytes, script }, how))
  }
  return measured
}

function measureBody ({ kilobytes, script }, { load, rounds, seconds }) {
  const title = `${kilobytes} KB, ${script}`
  const scripts = TYPES.map((type) => [type, { file: 'bench/seeds/server.js', args: [type, script, `${kilobytes}`] }])
  return withChildren(Object.fromEntries(scripts), async (servers) => {
    for (const type of TYPES) await verify(servers[type].port, Buffer.from(createText(script, kilobytes)), `${title}, ${type}`)
    const turns = await interleave(TYPES, {
      rounds,
      onRound: (round) => progress.show(`${title}: ${round}`),
      takeTurn: (type) => takeTurn(servers[type], load, seconds)
    })
    return { title, turns }
  })
}

async function takeTurn ({ server, port }, load, seconds) {
  const task = { port, headers: {}, status: 200, connections: CONNECTIONS, seconds }
  const { requestsPerSecond, utilization, cores } = await loadServer(server, load, task)
  return { requestsPerSecond, utilization, cpu: cores * 1e6 / requestsPerSecond }
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
      const [string, buffer] = TYPES.map((type) => turns[type].map(({ requestsPerSecond }) => requestsPerSecond))
      const busy = TYPES.map((type) => median(turns[type].map(({ utilization }) => utilization)))
      const [stringCpu, bufferCpu] = TYPES.map((type) => turns[type].map(({ cpu }) => cpu))
      return [
        title,
        figure(median(string)),
        figure(median(buffer)),
        ...gains(buffer, string),
        busy.map((share) => `${figure(100 * share)} %`).join(', '),
        `${figure(median(stringCpu), 1)}, ${figure(median(bufferCpu), 1)}`,
        times(ratioOf(stringCpu, bufferCpu, 1))
      ]
    })
  }
}

module.exports = { measureBodies, summarizeBodies }
