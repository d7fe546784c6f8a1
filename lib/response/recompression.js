'use strict'

const { promisify } = require('node:util')
const zlib = require('node:zlib')

const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants

const brotli = promisify(zlib.brotliCompress)

/**
 * The number of hits, by clients that prefer Brotli, after which a page is compressed at a higher quality. The highest quality takes a
 * second for a megabyte and is not used for larger pages. After this many hits, each byte saved has cost about as much time as a
 * byte saved by gzip at level 6. Node 24, bench/tiers.js of 1.0.0, in ms and bytes: an article, 5 takes 0.194 for 4061, 11 takes
 * 9.5 for 3396; in Chinese, 0.234 for 4732, and 8.9 for 4349.
 */
const TIERS = [
  { hits: 3, mostBytes: Infinity, quality: 5 },
  { hits: 250, mostBytes: 1 << 20, quality: 11 }
]

/** The number of pages compressed at the same time: half of Node's default thread pool. */
const MOST_JOBS = 2
/** The length of the queue. Pages beyond it are considered again at their next hit. */
const MOST_WAITING = 100

const waiting = []
let jobs = 0

/**
 * Counts a hit by a client that prefers Brotli, and compresses the page in the thread pool once it has enough hits.
 *
 * @param {boolean} isStrong whether the validator is strong, so that the bytes must not change
 */
function countHit (memo, key, { progress, bodies }, isStrong, rendered) {
  progress.hits++
  const tier = TIERS[progress.tier]
  if (tier === undefined || progress.hits < tier.hits || rendered.byteLength > tier.mostBytes) return
  if (progress.busy || waiting.length === MOST_WAITING) return
  if (isStrong && bodies.br) return

  progress.tier++
  progress.busy = true
  waiting.push(async () => {
    try {
      const body = await compress(bodies.identity ?? rendered.toBuffer(), tier.quality)
      memo.addBrotli(key, progress, body, rendered.byteLength)
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

/** @typedef {{ busy: boolean, hits: number, tier: number }} Progress busy also in the queue */
function createProgress () {
  return { busy: false, hits: 0, tier: 0 }
}

function compress (body, quality) {
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
