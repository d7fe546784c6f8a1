'use strict'

const { byName } = require('../lib/dialects')
const { createRenderer } = require('..')
const { get } = require('./answer')
const { loadInPairs, withChildren } = require('./children')
const { samples } = require('./counters')
const { mapValues } = require('./map-values')
const { groupsOf, inProcesses } = require('./pairs')
const servers = require('./servers')
const { verify } = require('./verify')

const CONNECTIONS = 64

/**
 * A case with what was measured: bytes of our bodies and of those of each variant, those of a page in static fragments and the others, sizes
 * if gzip was requested, and microseconds of CPU time per request.
 *
 * @typedef {{ name: string, title: string, baseline: string, ours: string, bytes: number, wires: Record<string, number>, parts: { static: number, dynamic: number },
 *   gzip?: import('./verify').Sizes, groups: import('./pairs').Groups }} Measured
 */

/** Measures a case, whose variants take turns. */
async function measure (page, { load, pairs }) {
  const scripts = Object.fromEntries(page.variants.map((variant) => [variant, { file: 'bench/server.js', args: [page.name, variant] }]))
  const groups = groupsOf([page.baseline, ...page.variants.filter((variant) => variant !== page.baseline)])
  let sizes
  try {
    await inProcesses(pairs, (some) => withChildren(scripts, async (children) => {
      sizes = await takePairs(page, children, groups, { load, pairs: some })
    }))
    return { ...describe(page, sizes), parts: await partsOf(page), groups }
  } catch (error) {
    throw new Error(`${page.name}: ${error.message}`, { cause: error })
  }
}

async function takePairs (page, children, groups, how) {
  const ports = mapValues(children, ({ port }) => port)
  // A repeated page may be compressed only after the first requests.
  const isRepeated = page.pages !== undefined
  const sizes = await verify(page, ports, { isCoded: !isRepeated })
  const asked = {}
  for (const variant of page.variants) {
    asked[variant] = { ...children[variant], ...await conditions(page, variant, ports[variant]), connections: CONNECTIONS }
  }
  await loadInPairs(groups, asked, { title: page.name, ...how })
  return isRepeated ? verify(page, ports, { isCoded: true }) : sizes
}

/**
 * @returns {Promise<{ headers: Record<string, string>, status: number }>} the headers of a case's requests, with the
 *   server's own entity tag if it revalidates, and the expected status
 * @throws {Error} if the server sends no entity tag, or does not accept its own
 */
async function conditions ({ headers, revalidates }, variant, port) {
  if (!revalidates) return { headers, status: 200 }
  const { headers: { etag } } = await get(port, '/', headers)
  if (etag === undefined) throw new Error(`${variant} sends no entity tag`)
  const conditional = { ...headers, 'If-None-Match': etag }
  const { status } = await get(port, '/', conditional)
  if (status !== 304) throw new Error(`${variant} answers ${status} to its own entity tag ${etag}`)
  return { headers: conditional, status: 304 }
}

/** @returns {Promise<{ static: number, dynamic: number }>} bytes of a page in static fragments, and the others */
async function partsOf (page) {
  const { language } = servers[page.ours]
  const { extensions: [extension] } = byName(language)
  const renderer = createRenderer({ views: page.foldersOf(language), extension })
  const { byteLength, text } = await renderer.folderViews.render(page.view, page.data(samples(page)[0]))
  return { static: byteLength - text.length, dynamic: text.length }
}

function describe ({ name, title, headers, revalidates, baseline, ours }, { wires, ...sizes }) {
  const gzip = headers['Accept-Encoding'] === 'gzip' && { gzip: sizes }
  return { name, title, baseline, ours, bytes: revalidates ? 0 : sizes.wire, wires, ...gzip }
}

module.exports = { CONNECTIONS, measure }
