'use strict'

/**
 * What was asked for cannot be done as it was asked: the exit code is 2.
 */
class UsageError extends Error {
  /**
   * @param {string} problem
   * @param {string} [usage] what would be understood
   */
  constructor (problem, usage) {
    super(usage === undefined ? `buffered-render: ${problem}` : `buffered-render: ${problem}\n\n${usage}`)
    this.name = 'UsageError'
  }
}

module.exports = { UsageError }
