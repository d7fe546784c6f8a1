'use strict'

// Measures the time to the first byte of a page whose data take 200 ms.

const http = require('node:http')
const { withServers } = require('../contest')
const { range } = require('../../bin/measure/figures')
const { interleave } = require('../../bin/measure/interleave')
const progress = require('../../bin/measure/progress')
const { difference } = require('../difference')
const { ratios } = require('../../bin/measure/statistics')

/** The first way is the reference of the comparison. */
const WAYS = ['res.render', 'res.render, buffered-render', 'renderStream, EJS with await', 'renderStream, html`…`']

/**
 * @typedef {object} FirstByte
 * @property {string} way
 * @property {number[]} first milliseconds from the request to the first byte of the body, by request
 * @property {number[]} last milliseconds to its end
 */

/**
 * @param {object} how
 * @param {number} how.requests of each way
 * @throws {Error} if the pages differ
 */
function measureFirstByte ({ requests }) {
  const servers = Object.fromEntries(WAYS.map((way) => [way, { file: 'bench/streaming/first-byte-server.js', args: [way] }]))
  return withServers(servers, async (load, servers) => {
    const { body: expected } = await ask(servers[WAYS[0]].port)
    const measured = await interleave(WAYS, {
      rounds: requests,
      onRound: (round) => progress.show(`first byte: ${round}`),
      takeTurn: (way) => takeTurn(way, servers[way], expected)
    })
    return WAYS.map((way) => ({
      way,
      first: measured[way].map(({ first }) => first),
      last: measured[way].map(({ last }) => last)
    }))
  })
}

/**
 * @returns {Promise<{ first: number, last: number }>} in milliseconds
 * @throws {Error} if the page differs
 */
async function takeTurn (way, { port }, expected) {
  const { body, ...times } = await ask(port)
  const firstDifference = difference(body, expected)
  if (firstDifference) throw new Error(`The page of ${way} ${firstDifference}`)
  return times
}

function ask (port) {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    http.get({ host: '127.0.0.1', port, agent: false, timeout: 10_000 }, (response) => {
      const chunks = []
      let first
      response.on('data', (chunk) => {
        first ??= performance.now() - start
        chunks.push(chunk)
      })
      response.on('end', () => resolve({ first, last: performance.now() - start, body: Buffer.concat(chunks) }))
      response.on('error', reject)
    }).on('error', reject)
  })
}

function summarizeFirstByte (measured) {
  const [reference] = measured
  return [{
    title: `A page whose data take 200 ms, ${reference.first.length} requests of each kind: milliseconds, median (min–max)`,
    header: ['sent by', 'to the first byte', 'ratio to res.render', 'to the last byte'],
    rows: measured.map(({ way, first, last }) => [way, range(first, 1), range(ratios(first, reference.first), 3), range(last, 1)])
  }]
}

module.exports = { measureFirstByte, summarizeFirstByte, takeTurn }
