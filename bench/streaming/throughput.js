'use strict'

// Measures the cost of streaming a page without late data.

const { contest, describe, HEADER, withServers } = require('../contest')
const { codingOf, decode, get } = require('../answer')
const { difference } = require('../difference')

const CONNECTIONS = 50
/** Counter of the page that is compared. */
const SAMPLE = 7

/** Pairs of ways: the reference, and the streamed page. */
const PAIRS = {
  'EJS view': ['res.render', 'res.renderStream'],
  'html`…`': ['res.send of html`…`', 'res.renderStream of html`…`']
}
const CODINGS = ['identity', 'gzip']

/**
 * @typedef {object} Throughput
 * @property {string} title
 * @property {Record<string, import('../contest').Turn[]>} turns by way
 */

/**
 * @param {object} how
 * @param {number} how.seconds length of a turn
 * @throws {Error} if the pages differ
 */
async function measureThroughput (how) {
  const measured = []
  for (const coding of CODINGS) {
    for (const [page, ways] of Object.entries(PAIRS)) {
      measured.push(await measurePair({ title: `${page}, ${coding === 'gzip' ? 'gzip' : 'plain'}`, ways, coding }, how))
    }
  }
  return measured
}

function measurePair ({ title, ways, coding }, { rounds, seconds }) {
  const servers = Object.fromEntries(ways.map((way) => [way, { file: 'bench/streaming/throughput-server.js', args: [way, coding] }]))
  return withServers(servers, async (load, servers) => {
    await verify(ways, coding, servers)
    const contenders = Object.fromEntries(ways.map((way) => [way, { ...servers[way], connections: CONNECTIONS }]))
    return { title, turns: await contest(contenders, { load, rounds, seconds, title: `throughput, ${title}` }) }
  })
}

/**
 * @param {Record<string, { port: number }>} servers by way
 * @throws {Error} if a response has the wrong coding, or the pages differ
 */
async function verify ([unstreamed, streamed], coding, servers) {
  const [expected, answer] = await Promise.all([unstreamed, streamed].map((way) => get(servers[way].port, `/${SAMPLE}`, {})))
  for (const [way, each] of [[unstreamed, expected], [streamed, answer]]) {
    const actual = codingOf(each)
    if (actual !== coding) throw new Error(`${way} answers in ${actual}, not in ${coding}`)
  }
  const firstDifference = difference(await decode(answer), await decode(expected))
  if (firstDifference) throw new Error(`The page of ${streamed} ${firstDifference}`)
}

function summarizeThroughput (measured) {
  return [{
    title: `An article of 10 KB without late data, ${CONNECTIONS} connections: median (min–max); the expected ratio of requests is 0.85 or more`,
    header: ['page', ...HEADER],
    rows: measured.flatMap(({ title, turns }) => {
      const [first] = Object.values(turns)
      return Object.entries(turns).map(([way, list]) => [`${title}: ${way}`, ...describe(list, first)])
    })
  }]
}

module.exports = { measureThroughput, summarizeThroughput, verify }
