'use strict'

// Tests choose the mode by themselves, also in their child processes.
delete process.env.BUFFERED_RENDER

/** What takes long, and runs only where the command line names tests: `npm run test:all` names each file. */
const LONG = [
  'bench/', 'clients/', 'fragments/(?:fleet/|outages/|back-in-time|pauses|redis-store|refused-values|traffic|unreliable-store)', 'pollution/', 'examples/(?:accessible|dictionary|fleet)',
  'bin/(?:app-of-options|compare|data\\.|explain-report|languages/)', 'codings/dcz/(?:corpus|zstd)', 'documents/(?:cli|languages|readme|typescript)',
  'frameworks/(?:async-context|fake-timers|late-acts|patches|rewriting-middleware|server-classes)',
  'dialects/(?:liquid-engine|names|nunjucks-patches|nunjucks-waits|promises-property|replaced)\\.'
].map((names) => `<rootDir>/test/${names}`)
const namesTests = process.argv.slice(2).some((argument) => argument.startsWith('test/'))

module.exports = {
  testEnvironment: 'node',
  // All code is CommonJS and needs no transform.
  transform: {},
  // Many tests wait for processes and sockets; by default, Jest would use only one of two cores.
  maxWorkers: 2,
  // Ends tests that hang; long, since a busy machine may stall for a while.
  testTimeout: 300_000,
  testMatch: ['<rootDir>/test/**/*.test.js'],
  testPathIgnorePatterns: ['/node_modules/', ...namesTests ? [] : LONG],
  collectCoverageFrom: ['lib/**/*.js'],
  coverageReporters: ['text-summary', 'json-summary'],
  coverageThreshold: { global: { lines: 95, branches: 90 } }
}
