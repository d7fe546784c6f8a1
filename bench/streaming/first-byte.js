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

/** @typedef {{ way: string, first: number[], last: number[] }} FirstByte milliseconds from the request to the first byte of the body, and to its end */

/**
 * @param {{ requests: number }} how requests of each way
 * @returns {Promise<FirstByte[]>}
 * @throws {Error} if the pages differ
 */
function measureFirstByte ({ requests }) {
  const servers = Object.fromEntries(WAYS.map((way) => [way, { file: 'bench/streaming/pages-server.js', args: [`late, ${way}`] }]))
  return withServers(servers, async (load, servers) => {
    const { body: expected } = await ask(servers[WAYS[0]].port)
    const measured = await interleave(WAYS, {
      rounds: requests,
      onRound: (round) => progress.show(`first byte: ${round}`),
      async takeTurn (way) {
        const { body, ...times } = await ask(servers[way].port)
        const firstDifference = difference(body, expected)
        if (firstDifference) throw new Error(`The page of ${way} ${firstDifference}`)
        return times
      }
    })
    return WAYS.map((way) => ({ way, first: measured[way].map(({ first }) => first), last: measured[way].map(({ last }) => last) }))
  })
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
  return {
    title: `A page whose data take 200 ms, ${reference.first.length} requests of each kind: milliseconds, median (min–max)`,
    header: ['sent by', 'to the first byte', 'ratio to res.render', 'to the last byte'],
    rows: measured.map(({ way, first, last }) => [way, range(first, 1), range(ratios(first, reference.first), 3), range(last, 1)])
  }
}

module.exports = { measureFirstByte, summarizeFirstByte }
