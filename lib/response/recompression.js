'use strict'

/** The number of pages encoded at the same time: half of Node's default thread pool. */
const MOST_JOBS = 2
/** The length of the queue. A page that finds it full is considered again at its next hit. */
const MOST_WAITING = 100

const waiting = []
let jobs = 0

/**
 * Counts a hit by a client that prefers a coding which takes too long for one request, and encodes the page in the
 * thread pool once it has enough hits. A client with the dictionary gets that coding where the dictionary does not pay.
 *
 * @param {import('./respond').Representation} representation one with an `entry`
 */
function recompressAfterHits (memo, { accepted, coding, encoderOptions, entry: { bodies, progress }, key, rendered }) {
  const best = accepted?.[0]
  if (best?.later === undefined || coding.needsDictionary) return
  const { name, later: { tiers, encode } } = best
  const current = progress[name] ??= { busy: false, hits: 0, tier: 0 }
  current.hits++
  const tier = tiers[current.tier]
  if (tier === undefined || current.hits < tier.hits || rendered.byteLength > tier.mostBytes) return
  if (current.busy || waiting.length === MOST_WAITING) return
  // The bytes of a page with a strong validator must not change.
  if (encoderOptions.isStrong && bodies[name]) return

  current.tier++
  current.busy = true
  waiting.push(async () => {
    try {
      const body = await encode(bodies.identity ?? rendered.toBuffer(), tier.quality)
      memo.addShorter(key, progress, name, body, rendered.byteLength)
    } finally {
      current.busy = false
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

module.exports = { recompressAfterHits }
