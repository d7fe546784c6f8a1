'use strict'

const { setTimeout } = require('node:timers/promises')

/** Milliseconds, more than the library waits before it loads ahead. V8 has then done what this leaves behind, too. */
const QUIET = 250

/** Waits until the process has loaded no module for some time. */
async function loadedAhead () {
  let before
  do {
    before = Object.keys(require.cache).length
    await setTimeout(QUIET)
  } while (Object.keys(require.cache).length > before)
}

module.exports = { loadedAhead }
