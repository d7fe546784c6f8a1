'use strict'

const progress = require('../bin/measure/progress')
const { byName } = require('../lib/dialects')
const { createRenderer } = require('..')
const { get } = require('./answer')
const { loadServer, withChildren } = require('./children')
const { samples } = require('./counters')
const { interleave } = require('./interleave')
const { mapValues } = require('./map-values')
const servers = require('./servers')
const { verify } = require('./verify')

const CONNECTIONS = 64

/**
 * A case with what was measured: bytes of our bodies and of those of each variant, those of a page in static fragments
 * and the others, and sizes if gzip was requested.
 *
 * @typedef {{ requestsPerSecond: number, utilization: number, cores: number }} Measurement see `serve.js`
 * @typedef {import('./cases').Case & { bytes: number, wires: Record<string, number>, parts: { static: number, dynamic: number }, gzip?: import('./verify').Sizes, rounds: Record<string, Measurement>[] }} Measured
 */

/** Measures a case, whose variants take turns. */
async function measure (page, how) {
  const scripts = Object.fromEntries(page.variants.map((variant) => [variant, { file: 'bench/server.js', args: [page.name, variant] }]))
  try {
    return await withChildren(scripts, async (children) => {
      const { sizes, rounds } = await takeRounds(page, children, how)
      return { ...describe(page, sizes), parts: await partsOf(page), rounds }
    })
  } catch (error) {
    throw new Error(`${page.name}: ${error.message}`, { cause: error })
  }
}

async function takeRounds (page, children, { load, rounds, seconds }) {
  const ports = mapValues(children, ({ port }) => port)
  // A repeated page may be compressed only after the first requests.
  const isRepeated = page.pages !== undefined
  let sizes = await verify(page, ports, { isCoded: !isRepeated })
  const tasks = {}
  for (const variant of page.variants) {
    tasks[variant] = { port: ports[variant], ...await conditions(page, variant, ports[variant]), connections: page.connections ?? CONNECTIONS, seconds }
  }

  const turns = await interleave(page.variants, {
    rounds,
    takeTurn (variant, round) {
      progress.show(`${page.name}: ${round}, ${variant}`)
      return loadServer(children[variant].server, load, tasks[variant])
    }
  })
  if (isRepeated) sizes = await verify(page, ports, { isCoded: true })
  return { sizes, rounds: Array.from({ length: rounds }, (_, i) => mapValues(turns, (list) => list[i])) }
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

function describe ({ name, title, headers, revalidates, variants, baseline, ours, limit }, { wires, ...sizes }) {
  const gzip = headers['Accept-Encoding'] === 'gzip' && { gzip: sizes }
  return { name, title, variants, baseline, ours, limit, bytes: revalidates ? 0 : sizes.wire, wires, ...gzip }
}

module.exports = { CONNECTIONS, measure }
