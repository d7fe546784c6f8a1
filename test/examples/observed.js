'use strict'

const { observe } = require('../../examples/package-browser/cost')

/** Has the footers of the examples show costs during the tests of a file. Files of one process share its channels. */
function observeCosts () {
  let stop
  beforeAll(() => { stop = observe() })
  afterAll(() => stop())
}

module.exports = { observeCosts }
