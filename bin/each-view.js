'use strict'

const { setImmediate, setTimeout } = require('node:timers/promises')
const { printable } = require('../lib/util/printable')
const progress = require('./measure/progress')

/** Milliseconds between two messages of progress in a terminal. Most runs are over before the first. */
const PATIENCE = 1000

/** Milliseconds in which what a view has left for later may throw. */
const LATER = 100

/** The view of this moment, for errors that no one catches. @type {import('./site').View | undefined} */
let current

/**
 * Looks at views one after another, and shows the progress in a terminal.
 *
 * @template T
 * @param {(view: import('./site').View) => Promise<T>} look
 * @returns {Promise<T[]>}
 */
async function eachView (command, views, look) {
  const results = []
  const { isTTY } = process.stderr
  const start = performance.now()
  let shown = start
  try {
    for (current of views) {
      if (isTTY && performance.now() - shown > PATIENCE) {
        progress.show(`${command}: ${results.length} of ${views.length} views`)
        shown = performance.now()
      }
      const before = timers()
      results.push(await look(current))
      // Callbacks of the view that throw do so before the next one.
      await setImmediate()
      for (let waited = 0; timers() > before && waited < LATER; waited++) await setTimeout(1)
    }
  } finally {
    current = undefined
    if (shown > start) progress.clear()
  }
  return results
}

/** @returns {number} those that keep the process alive */
function timers () {
  return process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length
}

/** @returns {string} where a command is, as the beginning of a message */
function atView () {
  return current === undefined ? '' : `At the view "${printable(current.name)}": `
}

module.exports = { atView, eachView }
