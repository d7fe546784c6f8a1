'use strict'

/** Seconds to wait for a module, a page or a process. */
const SECONDS = 60

/**
 * Waits for what may never come: for a limited time, and only while the process has something left that could bring it.
 *
 * @template T
 * @param {T | Promise<T>} promise
 * @param {string} what the subject of the error
 * @returns {Promise<T>}
 * @throws {Error} that of the promise, or one that says how long it was waited for
 */
async function inTime (promise, what) {
  let timer, onEmpty
  const late = new Promise((resolve, reject) => {
    const give = (reason) => reject(new Error(`${what} ${reason}`))
    // Pending promises do not keep a process alive. The immediate does, for what comes next.
    onEmpty = () => setImmediate(give, 'never settles: the process has nothing left to wait for')
    timer = setTimeout(give, SECONDS * 1000, `did not settle within ${SECONDS} s`).unref()
  })
  process.once('beforeExit', onEmpty)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
    process.off('beforeExit', onEmpty)
  }
}

module.exports = { SECONDS, inTime }
