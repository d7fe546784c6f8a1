'use strict'

const { setImmediate, setTimeout } = require('node:timers/promises')

/** Milliseconds, more than the library waits before it loads ahead. V8 has then done what this leaves behind, too. */
const QUIET = 250

/** Turns of the event loop, more than the library takes for all: on a busy machine, both timers may be due at once. */
const TURNS = 100

/** Waits until the process has loaded no module for some time. */
async function loadedAhead () {
  let before
  do {
    before = Object.keys(require.cache).length
    await setTimeout(QUIET)
    for (let turn = 0; turn < TURNS; turn++) await setImmediate()
  } while (Object.keys(require.cache).length > before)
}

module.exports = { loadedAhead }
