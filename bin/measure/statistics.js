'use strict'

/**
 * @param {number[]} values at least one
 * @returns {number}
 */
function median (values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** @typedef {{ median: number, min: number, max: number }} Spread */

/**
 * @param {number[]} values at least one
 * @returns {Spread}
 */
function spread (values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) }
}

/**
 * The ratio of each pair: two figures of the same round have seen the same
 * machine, two medians have not.
 *
 * @param {number[]} numerators
 * @param {number[]} denominators as many
 * @returns {number[]}
 */
function ratios (numerators, denominators) {
  return numerators.map((numerator, i) => numerator / denominators[i])
}

/**
 * @template T, U
 * @param {Record<string, T>} object
 * @param {(value: T) => U} map
 * @returns {Record<string, U>} with the same keys
 */
function mapValues (object, map) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}

module.exports = { mapValues, median, ratios, spread }
