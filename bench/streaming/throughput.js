'use strict'

// Measures the cost of streaming a page without late data.

const { contest, withServers } = require('../contest')
const { range } = require('../../bin/measure/figures')
const { mapValues, ratios } = require('../../bin/measure/statistics')
const { codingOf, decode, get } = require('../answer')
const { difference } = require('../difference')

const CONNECTIONS = 50
/** Counter of the page that is compared. */
const SAMPLE = 7

/** Pairs of ways: the reference, and the streamed page. */
const PAIRS = { 'EJS view': ['res.render', 'res.renderStream'], 'html`…`': ['res.send of html`…`', 'res.renderStream of html`…`'] }
const CODINGS = ['identity', 'gzip']

/** @typedef {{ title: string, turns: Record<string, import('../contest').Turn[]> }} Throughput turns by way */

/**
 * @returns {Promise<Throughput[]>}
 * @throws {Error} if the pages differ
 */
async function measureThroughput (how) {
  const measured = []
  for (const coding of CODINGS) {
    for (const [page, ways] of Object.entries(PAIRS)) measured.push(await measurePair({ title: `${page}, ${coding}`, ways, coding }, how))
  }
  return measured
}

function measurePair ({ title, ways, coding }, { rounds, seconds }) {
  const scripts = Object.fromEntries(ways.map((way) => [way, { file: 'bench/streaming/pages-server.js', args: [way, coding] }]))
  return withServers(scripts, async (load, servers) => {
    await verify(ways, coding, servers)
    const contenders = mapValues(servers, (server) => ({ ...server, connections: CONNECTIONS }))
    return { title, turns: await contest(contenders, { load, rounds, seconds, title: `throughput, ${title}` }) }
  })
}

/**
 * @param {Record<string, { port: number }>} servers by way
 * @throws {Error} if a response has the wrong coding, or the pages differ
 */
async function verify (ways, coding, servers) {
  const bodies = []
  for (const way of ways) {
    const answer = await get(servers[way].port, `/${SAMPLE}`, {})
    if (codingOf(answer) !== coding) throw new Error(`${way} answers in ${codingOf(answer)}, not in ${coding}`)
    bodies.push(await decode(answer))
  }
  const firstDifference = difference(bodies[1], bodies[0])
  if (firstDifference) throw new Error(`The page of ${ways[1]} ${firstDifference}`)
}

function summarizeThroughput (measured) {
  const [requests, cpu] = ['requestsPerSecond', 'cpu'].map((name) => (turns) => turns.map((turn) => turn[name]))
  return {
    title: `An article of 10 KB without late data, ${CONNECTIONS} connections: median (min–max); the expected ratio of requests is 0.85 or more`,
    header: ['page', 'requests/s', 'ratio to first', 'server CPU µs/request', 'ratio to first'],
    rows: measured.flatMap(({ title, turns }) => Object.entries(turns).map(([way, list]) => {
      const [first] = Object.values(turns)
      const compared = [[requests, 0], [cpu, 1]].flatMap(([of, digits]) => [range(of(list), digits), range(ratios(of(list), of(first)), 2)])
      return [`${title}: ${way}`, ...compared]
    }))
  }
}

module.exports = { measureThroughput, summarizeThroughput, verify }
