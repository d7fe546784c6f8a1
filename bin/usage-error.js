'use strict'

/**
 * An invalid command line; the exit code is 2.
 */
class UsageError extends Error {
  /**
   * @param {string} problem
   * @param {string} [usage] help text to print below
   */
  constructor (problem, usage) {
    super(usage === undefined ? `buffered-render: ${problem}` : `buffered-render: ${problem}\n\n${usage}`)
    this.name = 'UsageError'
  }
}

module.exports = { UsageError }
