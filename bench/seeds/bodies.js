'use strict'

// A body that is encoded for each response, and a body that was encoded in advance: of the texts about Buffers that this
// project grew from, see docs/benchmark.md, *Buffer与性能* and *Learn More About the Use of Nodejs Buffer* compare them.

const { figure } = require('../../bin/measure/figures')
const { median } = require('../../bin/measure/statistics')
const { get } = require('../answer')
const { loadInPairs, withChildren } = require('../children')
const { mapValues } = require('../map-values')
const { firstIn, groupsOf, inProcesses, ratiosIn } = require('../pairs')
const { gains } = require('../table')
const { SCRIPTS, createText } = require('./data')

const KILOBYTES = 10
const TYPES = ['string', 'Buffer']
const CONNECTIONS = 200

/**
 * @typedef {{ name: 'bodies', title: string, groups: import('../pairs').Groups }} Body microseconds of CPU time of a request, by type
 *
 * @returns {Promise<Body[]>}
 * @throws {Error} if a server sends wrong bytes
 */
async function measureBodies (how) {
  const measured = []
  for (const script of SCRIPTS) measured.push(await measureBody(script, how))
  return measured
}

async function measureBody (script, { load, pairs }) {
  const title = `${KILOBYTES} KB, ${script}`
  const scripts = TYPES.map((type) => [type, { file: 'bench/seeds/server.js', args: [type, script, `${KILOBYTES}`] }])
  const groups = groupsOf(TYPES)
  await inProcesses(pairs, (some) => withChildren(Object.fromEntries(scripts), async (servers) => {
    for (const type of TYPES) await verify(servers[type].port, Buffer.from(createText(script, KILOBYTES)), `${title}, ${type}`)
    const asked = mapValues(servers, (server) => ({ ...server, headers: {}, status: 200, connections: CONNECTIONS }))
    await loadInPairs(groups, asked, { title, load, pairs: some })
  }))
  return { name: 'bodies', title, groups }
}

/** @throws {Error} with the title, if the server sends wrong bytes */
async function verify (port, expected, title) {
  const { body } = await get(port, '/', {})
  if (!body.equals(expected)) throw new Error(`${title}: the body of ${body.length} bytes differs from the expected body of ${expected.length} bytes`)
}

function summarizeBodies (bodies) {
  return {
    title: 'A string or a Buffer passed to res.end of node:http, 200 connections, CPU time of a request',
    header: ['body', 'string / Buffer', 'quartiles', 'string, µs'],
    rows: bodies.map(({ title, groups }) => [title, ...gains(ratiosIn(groups, 'Buffer')), figure(median(firstIn(groups)), 1)])
  }
}

module.exports = { measureBodies, summarizeBodies }
