'use strict'

/** Returns a function that does nothing while it runs: templates may include each other. */
function unlessRunning (run) {
  let isRunning = false
  return () => {
    if (isRunning) return undefined
    isRunning = true
    try {
      return run()
    } finally {
      isRunning = false
    }
  }
}

module.exports = { unlessRunning }
