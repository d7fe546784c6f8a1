'use strict'

module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.js'],
  collectCoverageFrom: ['lib/**/*.js'],
  coverageThreshold: { global: { lines: 95, branches: 90 } }
}
