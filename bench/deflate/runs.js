'use strict'

const zlib = require('node:zlib')
const { GzipMember } = require('../../lib/response/gzip')
const { Deflated } = require('../../lib/page/deflated')
const { Rendered } = require('../../lib/page/rendered')
const { StaticFragment } = require('../../lib/page/static-fragment')
const { figure } = require('../../bin/measure/figures')
const { renderPages } = require('../pages')
const { mapValues, median } = require('../../bin/measure/statistics')
const { timeInTurns } = require('../../bin/measure/stopwatch')
const { spliceMember } = require('./member')

const ROUNDS = 11
/** Pages of each kind, with different text. */
const SAMPLES = 8

const LENGTHS = [256, 384, 512, 768, 1024, 2048]

/** The other constants of `lib/response/gzip.js`; `verify` checks that pages are cut in the same way. */
const WORTH_DEFLATING = 2048
const LOW_LEVEL = 1
const BLOCK_HEADER_BYTES = 5

/** Ways to cut a page: fragments below `short` bytes join the run around them, and maybe repeated fragments. */
const CUTS = {
  256: { short: 256, joinsRepeated: true },
  512: { short: 512, joinsRepeated: true },
  1024: { short: 1024, joinsRepeated: true },
  2048: { short: 2048, joinsRepeated: true },
  '512, repeated ones apart': { short: 512, joinsRepeated: false }
}
const IN_USE = '512'
const ZLIB = 'zlib level 6'

/** Static text without repetitions, and the text of a loop. */
const PROSE = bytesOf('article').toString()
const ITEMS = bytesOf('listing').toString()

/** Kinds of pages: `runs` static runs, repeated `times` times, each run followed by a value. */
const SORTS = {
  loop: { runs: 2, times: 12, valueLength: 120 },
  'short values': { runs: 4, times: 1, valueLength: 40 },
  'long values': { runs: 4, times: 1, valueLength: 700 }
}

/**
 * Compares sizes and times of gzip members with those of zlib, by the length of static
 * runs and the way of cutting pages.
 */
async function compareCuts () {
  const pages = Object.keys(SORTS).flatMap((sort) => LENGTHS.map((length) => createPage(sort, length)))
  const times = await timeInTurns(Object.assign({}, ...pages.map(({ calls }) => calls)), { rounds: ROUNDS, title: 'runs' })
  return {
    header: ['static runs', 'page', ...Object.keys(CUTS), ZLIB],
    rows: pages.map(({ name, byteLength, sizes }) => [
      name,
      figure(byteLength),
      ...[...Object.keys(CUTS), ZLIB].map((way) => `${figure(sizes[way] / sizes[ZLIB], 2)}× ${figure(median(times[`${name}, ${way}`]) / 1000)} µs`)
    ])
  }
}

function createPage (sort, length) {
  const name = `${sort}, ${length} bytes`
  const samples = Array.from({ length: SAMPLES }, (_, i) => createChunks(SORTS[sort], length, i))
  const bytes = samples.map((chunks) => new Rendered(chunks).toBuffer())
  const ways = { [ZLIB]: (i) => zlib.gzipSync(bytes[i % SAMPLES], { level: 6 }) }
  for (const [cut, how] of Object.entries(CUTS)) {
    const plans = samples.map((chunks) => plan(chunks, how))
    ways[cut] = (i) => makeMember(plans[i % SAMPLES])
  }
  samples.forEach((chunks, i) => verify(ways, { chunks, bytes: bytes[i], i }))
  return {
    name,
    byteLength: bytes[0].length,
    sizes: mapValues(ways, (make) => bytes.reduce((sum, _, i) => sum + make(i).length, 0)),
    calls: Object.fromEntries(Object.entries(ways).map(([way, make]) => [`${name}, ${way}`, make]))
  }
}

function createChunks ({ runs, times, valueLength }, length, sample) {
  const fragments = Array.from({ length: runs }, (_, i) => new StaticFragment(PROSE.slice(i * length, (i + 1) * length)))
  const values = ITEMS.slice(sample * valueLength)
  const chunks = []
  for (let i = 0; i < runs * times; i++) {
    chunks.push(fragments[i % runs], values.slice(i * valueLength, (i + 1) * valueLength))
  }
  return chunks
}

/**
 * Cuts a page like `lib/response/gzip.js`, but in one of several ways.
 *
 * @returns {(StaticFragment | (StaticFragment | Buffer)[])[]} separate fragments, and runs
 */
function plan (chunks, { short, joinsRepeated }) {
  const pieces = [[]]
  const seen = new Set()
  for (const chunk of chunks) {
    if (typeof chunk === 'string') pieces.at(-1).push(Buffer.from(chunk))
    else if (chunk.bytes.length < short || (joinsRepeated && seen.has(chunk))) pieces.at(-1).push(chunk)
    else pieces.push(chunk, [])
    seen.add(chunk)
  }
  return pieces
}

function makeMember (pieces) {
  return spliceMember(pieces.flatMap((piece) => Array.isArray(piece) ? makeRun(piece) : piece))
}

function makeRun (run) {
  const size = run.reduce((sum, piece) => sum + (piece.deflated?.bytes.length ?? piece.length + BLOCK_HEADER_BYTES), 0)
  if (size < WORTH_DEFLATING) return run
  const bytes = Buffer.concat(run.map((piece) => piece.bytes ?? piece))
  return { bytes, deflated: new Deflated(bytes, LOW_LEVEL) }
}

function verify (ways, { chunks, bytes, i }) {
  for (const [way, make] of Object.entries(ways)) {
    if (!zlib.gunzipSync(make(i)).equals(bytes)) throw new Error(`the gzip member of ${way} does not contain its page`)
  }
  const own = new GzipMember(new Rendered(chunks), { deflatesText: true }).toBuffer()
  if (!own.equals(ways[IN_USE](i))) throw new Error(`lib/response/gzip.js cuts pages differently from ${IN_USE} here`)
}

function bytesOf (name) {
  return renderPages(name, 1)[0].toBuffer()
}

module.exports = { compareCuts }
