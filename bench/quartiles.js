'use strict'

/**
 * @param {number[]} values at least one
 * @returns {[number, number, number]} the first quartile, the median and the third quartile
 */
function quartiles (values) {
  const sorted = values.toSorted((a, b) => a - b)
  return [0.25, 0.5, 0.75].map((share) => interpolated(sorted, share * (sorted.length - 1)))
}

function interpolated (sorted, position) {
  const below = Math.floor(position)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below)
}

module.exports = { quartiles }
