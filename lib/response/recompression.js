'use strict'

const { promisify } = require('node:util')
const zlib = require('node:zlib')

const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/**
 * After how many hits by clients that like a coding best a page is compressed
 * how well. The highest quality takes a second for a megabyte, and is not for
 * pages beyond that. After so many hits a byte saved over spliced gzip has
 * taken no longer than one that gzip at level 6 saves; Node 24,
 * `npm run bench:tiers`:
 *
 *                      gzip spliced      9   brotli 5     11   hits to pay for 5, 11
 *     article, bytes           5669   4396       4061   3396             7.5     258
 *              ms             0.006  0.088      0.194    9.5
 *     Chinese, bytes           6520   5556       4732   4349             6.3     197
 *              ms             0.006  0.087      0.234    8.9
 */
const TIERS = {
  br: [
    { hits: 3, compress: (body) => compressBrotli(body, 5) },
    { hits: 250, mostBytes: 1 << 20, compress: (body) => compressBrotli(body, 11) }
  ],
  gzip: [
    { hits: 3, compress: (body) => gzip(body, { level: 9 }) }
  ]
}

/** How many pages are compressed at a time: half of the threads that Node has. */
const MOST_JOBS = 2
/** How many wait for that; the others have their turn when they are hit again. */
const MOST_WAITING = 100

const waiting = []
let jobs = 0

/**
 * How far a page has come.
 *
 * @typedef {object} Progress
 * @property {boolean} busy whether it is being compressed, or about to be
 * @property {Record<string, { hits: number, tier: number }>} codings
 */

/**
 * Counts a hit, and compresses the page better, in zlib's threads, if it is
 * asked for often enough.
 *
 * @param {string} key of the page
 * @param {string} hit.coding that the client likes best
 * @param {boolean} hit.isStrong whether its validator is of the very bytes, so
 *   that they must not change
 */
function countHit (memo, key, { progress, bodies }, { coding, isStrong, rendered }) {
  const own = progress.codings[coding]
  if (own === undefined) return

  own.hits++
  const tier = TIERS[coding][own.tier]
  if (tier === undefined || own.hits < tier.hits || rendered.byteLength > tier.mostBytes) return
  if (progress.busy || waiting.length === MOST_WAITING) return
  // Gzip is always spliced then, and Brotli stays as it was made first.
  if (isStrong && (coding === 'gzip' || bodies.br)) return

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

/** Runs the job that waits for longest, if there is one and a thread for it. */
function runNext () {
  if (jobs === MOST_JOBS || waiting.length === 0) return
  jobs++
  const job = waiting.shift()
  job().catch((error) => process.emitWarning(error)).finally(() => {
    jobs--
    runNext()
  })
}

/** @returns {Progress} of a page that was not asked for yet */
function createProgress () {
  return { busy: false, codings: { br: { hits: 0, tier: 0 }, gzip: { hits: 0, tier: 0 } } }
}

/**
 * @param {number} quality 0 to 11
 * @returns {Promise<Buffer>}
 */
function compressBrotli (body, quality) {
  return brotli(body, {
    params: {
      [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
      [BROTLI_PARAM_QUALITY]: quality,
      [BROTLI_PARAM_SIZE_HINT]: body.length
    }
  })
}

module.exports = { countHit, createProgress }
