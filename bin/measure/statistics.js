'use strict'

/** @param {number[]} values at least one */
function median (values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** @typedef {{ median: number, min: number, max: number }} Spread */

/** @param {number[]} values at least one. @returns {Spread} */
function spread (values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) }
}

/**
 * @template T
 * @param {T[]} values in their order, at least one
 * @returns {{ median: T, lower: T, upper: T }} the one in the middle, and those in the middle of each half
 */
function quartiles (values) {
  const at = (share) => values[Math.floor(share * (values.length - 1))]
  return { median: at(0.5), lower: at(0.25), upper: at(0.75) }
}

/**
 * Divides the figures of the same round. Their ratio is more reliable than the ratio of two
 * medians, since both were measured in the same state of the machine.
 *
 * @param {number[]} denominators has the same length
 */
function ratios (numerators, denominators) {
  return numerators.map((numerator, i) => numerator / denominators[i])
}

module.exports = { median, quartiles, ratios, spread }
