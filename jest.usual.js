'use strict'

const config = require('./jest.config')

/** The tests of `npm test`: all but those that take long. `npm run test:all` runs these as well. */
module.exports = {
  ...config,
  testPathIgnorePatterns: [
    ...config.testPathIgnorePatterns,
    '<rootDir>/test/bench/', '<rootDir>/test/fragments/(?:fleet|outages)/', '<rootDir>/test/pollution/',
    '<rootDir>/test/examples/(?:accessible|fleet)', '<rootDir>/test/bin/explain-report', '<rootDir>/test/dialects/(?:promises-property|replaced)\\.'
  ]
}
