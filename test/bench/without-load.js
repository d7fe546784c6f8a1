'use strict'

const { Child } = require('../../bin/measure/child')

const ANSWER = { requestsPerSecond: 100, failures: 0 }

/**
 * Replaces the load on servers, which takes at least a second for each turn.
 * `jest.restoreAllMocks` restores it.
 */
function withoutLoad () {
  const { ask } = Child.prototype
  jest.spyOn(Child.prototype, 'ask').mockImplementation(function (...question) {
    return this.name === 'bench/load.js' ? Promise.resolve(ANSWER) : ask.apply(this, question)
  })
}

module.exports = { withoutLoad }
