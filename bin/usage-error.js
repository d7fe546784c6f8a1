'use strict'

/** An invalid command line; the exit code is 2. */
class UsageError extends Error {
  /** @param {string} [help] the arguments that print help */
  constructor (problem, help) {
    super(help === undefined ? problem : `${problem}\nFor help: npx buffered-render ${help}`)
    this.name = 'UsageError'
  }
}

module.exports = { UsageError }
