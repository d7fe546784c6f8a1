'use strict'

const MB = 2 ** 20

/**
 * @typedef {object} Sample
 * @property {number} seconds since the start of the run
 * @property {number} heapUsed
 * @property {number} external with the memory of Buffers
 * @property {number} rss
 */

/**
 * How much each may rise between warm-up and end. In runs without a leak the
 * samples of heapUsed are within 1 MB and those of external within 4, which are
 * the pages on their way; what the allocator keeps moves rss by some 30.
 */
const TOLERATED = { heapUsed: 2 * MB, external: 3 * MB, rss: 32 * MB }

/** Seconds: in less than that code is still being compiled, which looks like a leak. */
const SHORTEST = 15

/**
 * The rule: memory grows if the slope of its samples, the median of the slopes
 * between any two, would lift it from the first of them to the last by more
 * than is tolerated. A few samples that stick out do not move a median; a leak
 * moves all. Of a run that is too short nothing is said.
 *
 * @param {Sample[]} samples after warm-up
 * @param {keyof typeof TOLERATED} what
 * @returns {{ perMinute: number, grows: boolean | undefined }} in bytes
 */
function growth (samples, what) {
  const perSecond = medianSlope(samples.map((sample) => [sample.seconds, sample[what]]))
  const lasted = samples.at(-1).seconds - samples[0].seconds
  return { perMinute: 60 * perSecond, grows: lasted < SHORTEST ? undefined : perSecond * lasted > TOLERATED[what] }
}

function medianSlope (points) {
  const slopes = points.flatMap(([x, y], i) => points.slice(i + 1).map(([x2, y2]) => (y2 - y) / (x2 - x)))
  return slopes.length === 0 ? 0 : median(slopes)
}

function median (values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

module.exports = { growth }
