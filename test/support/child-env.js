'use strict'

/** Variables of the terminal, the tests and Jest, which a child process must not inherit. */
const HIDDEN = /^(?:CI|(?:FORCE|NO)_COLOR|NODE_ENV|NODE_OPTIONS|NODE_PATH|JEST_.*)$/

/**
 * The environment for a process that a test starts: that of the tests, but for what would
 * make the process print something else in a terminal, or behave as in a test.
 *
 * @param {NodeJS.ProcessEnv} [own] variables of this process alone
 * @returns {NodeJS.ProcessEnv}
 */
function childEnv (own) {
  const kept = Object.entries(process.env).filter(([name]) => !HIDDEN.test(name))
  return { ...Object.fromEntries(kept), ...own }
}

module.exports = { childEnv }
