'use strict'

const { promisify } = require('node:util')
const zlib = require('node:zlib')

const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/**
 * The number of hits, by clients that prefer a coding, after which a page is compressed at a higher quality. The highest quality takes a
 * second for a megabyte and is not used for larger pages. After this many hits, each byte saved over spliced gzip has cost no more time
 * than a byte saved by gzip at level 6. Node 24, bench/tiers.js of 1.0.0:
 *
 *                      gzip spliced      9   brotli 5     11   hits to pay for 5, 11
 *     article, bytes           5669   4396       4061   3396             7.5     258
 *              ms             0.006  0.088      0.194    9.5
 *     Chinese, bytes           6520   5556       4732   4349             6.3     197
 *              ms             0.006  0.087      0.234    8.9
 */
const TIERS = {
  br: [
    { hits: 3, mostBytes: Infinity, compress: (body) => compressBrotli(body, 5) },
    { hits: 250, mostBytes: 1 << 20, compress: (body) => compressBrotli(body, 11) }
  ],
  gzip: [
    { hits: 3, mostBytes: Infinity, compress: (body) => gzip(body, { __proto__: null, level: 9, encoding: null }) }
  ]
}

/** The number of pages compressed at the same time: half of Node's default thread pool. */
const MOST_JOBS = 2
/** The length of the queue. Pages beyond it are considered again at their next hit. */
const MOST_WAITING = 100

const waiting = []
let jobs = 0

/**
 * Counts a hit, and recompresses the page in the thread pool once it has enough hits.
 *
 * @param {{ coding: string, isStrong: boolean, rendered: import('../page/rendered').Rendered }} hit the coding that the client prefers,
 *   and whether the validator is strong, so that the bytes must not change
 */
function countHit (memo, key, { progress, bodies }, { coding, isStrong, rendered }) {
  const own = progress.codings.get(coding)
  if (own === undefined) return

  own.hits++
  const tier = TIERS[coding][own.tier]
  if (tier === undefined || own.hits < tier.hits || rendered.byteLength > tier.mostBytes) return
  if (progress.busy || waiting.length === MOST_WAITING) return
  // With a strong validator, gzip is always spliced, and the first body in any other coding stays.
  if (isStrong && (coding === 'gzip' || bodies[coding])) return

  own.tier++
  progress.busy = true
  waiting.push(async () => {
    try {
      const body = await tier.compress(bodies.identity ?? rendered.toBuffer())
      memo.improve(key, progress, coding, body, rendered.byteLength)
    } finally {
      progress.busy = false
    }
  })
  runNext()
}

/** Runs the oldest waiting job, if a thread is free. */
function runNext () {
  if (jobs === MOST_JOBS || waiting.length === 0) return
  jobs++
  const job = waiting.shift()
  job().catch((error) => process.emitWarning(error)).finally(() => {
    jobs--
    runNext()
  })
}

/** @typedef {{ busy: boolean, codings: Map<string, { hits: number, tier: number }> }} Progress busy also in the queue */
function createProgress () {
  return { busy: false, codings: new Map(Object.keys(TIERS).map((coding) => [coding, { hits: 0, tier: 0 }])) }
}

function compressBrotli (body, quality) {
  return brotli(body, {
    __proto__: null,
    encoding: null,
    params: {
      [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
      [BROTLI_PARAM_QUALITY]: quality,
      [BROTLI_PARAM_SIZE_HINT]: body.length
    }
  })
}

module.exports = { countHit, createProgress }
