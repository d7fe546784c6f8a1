'use strict'

const { TestEnvironment } = require('jest-environment-node')

/** Ends a file of tests at its first failure: with a mutant, one is enough. */
class FirstFailure extends TestEnvironment {
  constructor (config, context) {
    super(config, context)
    this.hasFailed = false
    // As `configureGlobal` of fast-check does, which makes failing cases smaller else.
    this.global[Symbol.for('fast-check/GlobalParameters')] = { endOnFailure: true }
  }

  /** @param {import('@jest/types').Circus.Event} event */
  handleTestEvent ({ name, test }) {
    if (name === 'test_done' && test.errors.length > 0) this.hasFailed = true
    if (name === 'test_start' && this.hasFailed) test.mode = 'skip'
  }
}

module.exports = FirstFailure
