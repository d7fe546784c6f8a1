'use strict'

/**
 * @param {Pick<import('../rounds').Measured, 'rounds'>} page
 * @param {string} variant
 * @returns {number[]} its requests per second, by round
 */
function rates ({ rounds }, variant) {
  return rounds.map((round) => round[variant].requestsPerSecond)
}

module.exports = { rates }
