'use strict'

const { stderr } = process

/** Expected seconds of the run, see `reach`. */
let expected = { total: 0, done: 0, step: 0, since: 0 }

/**
 * Adds the share done and the time left to the messages from now on.
 *
 * @param {object} seconds expected durations
 * @param {number} seconds.total that of all steps
 * @param {number} seconds.done that of the steps done
 * @param {number} seconds.step that of the step that begins
 */
function reach (seconds) {
  expected = { ...seconds, since: performance.now() }
}

/** Shows the progress of the run: rewrites one line of a terminal, and appends a line to anything else. */
function show (text) {
  const line = share() + text
  stderr.write(stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
}

/** Clears the line of a terminal. */
function clear () {
  if (stderr.isTTY) stderr.write('\r\x1b[K')
}

function share () {
  const { total, done, step, since } = expected
  if (total === 0) return ''
  const reached = done + Math.min(step, (performance.now() - since) / 1000)
  return `[${Math.floor(100 * reached / total)} %, ${minutes(total - reached)} left] `
}

function minutes (seconds) {
  return seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}

module.exports = { clear, reach, show }
