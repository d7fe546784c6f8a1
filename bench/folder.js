'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const SIGNALS = ['SIGINT', 'SIGTERM']

/** Creates a temporary folder, passes it to `use`, and removes it afterwards, even after a signal. */
function withFolder (use) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'buffered-render-bench-'))
  return withCleanup(() => use(folder), () => fs.rmSync(folder, { recursive: true, force: true }))
}

/**
 * Calls `use`, and `clean` afterwards, even after a signal.
 *
 * @param {() => void} clean
 */
async function withCleanup (use, clean) {
  const interrupt = (signal) => {
    clean()
    // Without this listener, the signal ends the process as usual.
    for (const name of SIGNALS) process.off(name, interrupt)
    process.kill(process.pid, signal)
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  try {
    return await use()
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
    clean()
  }
}

module.exports = { withCleanup, withFolder }
