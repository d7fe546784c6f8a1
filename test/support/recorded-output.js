'use strict'

/**
 * Keeps what the library prints from the terminal, and what it does to a run of tests from this one, in each test of a file.
 *
 * @returns {{ stderr: jest.SpyInstance, warnings: jest.SpyInstance }} what the current test has printed
 */
function recordOutput () {
  const output = {}
  // Each file has a copy.
  delete process.env.JEST_WORKER_ID
  beforeEach(() => {
    output.stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
    output.warnings = jest.spyOn(process, 'emitWarning').mockReturnValue(undefined)
  })
  afterEach(() => { process.exitCode = undefined })
  return output
}

module.exports = { recordOutput }
