'use strict'

const longTests = require('./test/support/long-tests')

// Tests choose the mode by themselves, also in their child processes.
delete process.env.BUFFERED_RENDER

/** Whether the command line names tests, which may then take long: `npm run test:all` names each file. */
const namesTests = process.argv.slice(2).some((argument) => argument.startsWith('test/'))

module.exports = {
  testEnvironment: 'node',
  // All code is CommonJS and needs no transform.
  transform: {},
  // Many tests wait for processes and sockets; by default, Jest would use only one of two cores.
  maxWorkers: 2,
  // In Jest, each mention of a global takes 100 ns, and the loops of lib/codings call `Math.imul` for each byte.
  sandboxInjectedGlobals: ['Array', 'Math', 'Object'],
  // Ends tests that hang; long, since a busy machine may stall for a while.
  testTimeout: 300_000,
  setupFilesAfterEnv: ['<rootDir>/test/support/restored-mocks.js'],
  testMatch: ['<rootDir>/test/**/*.test.js'],
  testPathIgnorePatterns: ['/node_modules/', ...namesTests ? [] : longTests.map((names) => `<rootDir>/test/${names}`)],
  reporters: ['default', '<rootDir>/test/support/slowest-files.js'],
  collectCoverageFrom: ['lib/**/*.js'],
  coverageReporters: ['text-summary', 'json-summary'],
  coverageThreshold: { global: { lines: 95, branches: 90 } }
}
