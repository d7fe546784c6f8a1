'use strict'

/** Ratio of a bucket's latency to that of the bucket before: the precision of the quantiles. */
const STEP = Math.log(1.01)
/** Milliseconds: shorter latencies count as this one. */
const LEAST = 0.001

/**
 * Latencies by bucket, in a form that is small enough to be sent between processes.
 *
 * @typedef {Record<number, number>} Latencies
 */

/** @param {Latencies} latencies */
function add (latencies, milliseconds) {
  const bucket = Math.round(Math.log(Math.max(LEAST, milliseconds)) / STEP)
  latencies[bucket] = (latencies[bucket] ?? 0) + 1
}

/** @returns {Latencies} of all */
function merge (list) {
  const sum = {}
  for (const latencies of list) {
    for (const [bucket, count] of Object.entries(latencies)) sum[bucket] = (sum[bucket] ?? 0) + count
  }
  return sum
}

/** @returns {number} milliseconds within which this share of the responses came */
function quantile (latencies, share) {
  const buckets = Object.keys(latencies).map(Number).sort((a, b) => a - b)
  let left = share * Object.values(latencies).reduce((sum, count) => sum + count, 0)
  const bucket = buckets.find((bucket) => (left -= latencies[bucket]) <= 0) ?? buckets.at(-1)
  return Math.exp(bucket * STEP)
}

module.exports = { add, merge, quantile }
