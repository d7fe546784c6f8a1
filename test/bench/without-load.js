'use strict'

const { Child } = require('../../bin/measure/child')

const ANSWER = { requestsPerSecond: 100, failures: 0 }

/**
 * Has servers stand without the load that they are to be put under, which takes a second
 * at least for each of their turns. `jest.restoreAllMocks` ends it.
 */
function withoutLoad () {
  const { ask } = Child.prototype
  jest.spyOn(Child.prototype, 'ask').mockImplementation(function (...question) {
    return this.name === 'bench/load.js' ? Promise.resolve(ANSWER) : ask.apply(this, question)
  })
}

module.exports = { withoutLoad }
