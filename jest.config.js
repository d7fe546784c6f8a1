'use strict'

module.exports = {
  testEnvironment: 'node',
  // Everything is CommonJS as Node runs it.
  transform: {},
  // Many tests wait for processes and sockets; by itself Jest would leave the second of two cores idle.
  maxWorkers: 2,
  // Ends what would never end; a busy machine may stand still for a while.
  testTimeout: 300_000,
  testMatch: ['<rootDir>/test/**/*.test.js'],
  collectCoverageFrom: ['lib/**/*.js'],
  coverageReporters: ['text-summary', 'json-summary'],
  coverageThreshold: { global: { lines: 95, branches: 90 } }
}
