'use strict'

/**
 * Keeps what the library prints from the terminal, and undoes what it does to the exit code, in each test of a file.
 *
 * @returns {{ stderr: jest.SpyInstance, warnings: jest.SpyInstance }} what the current test has printed
 */
function recordOutput () {
  const output = {}
  beforeEach(() => {
    output.stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
    output.warnings = jest.spyOn(process, 'emitWarning').mockReturnValue(undefined)
  })
  afterEach(() => {
    jest.restoreAllMocks()
    process.exitCode = undefined
  })
  return output
}

module.exports = { recordOutput }
