'use strict'

const { stderr } = process

/** What is to be done, see `reach`. */
let expected = { total: 0, done: 0, step: 0, since: 0 }

/**
 * Says from now on which share is done and how long the rest takes.
 *
 * @param {object} seconds as they are expected
 * @param {number} seconds.total of all
 * @param {number} seconds.done of what has been done
 * @param {number} seconds.step of what begins
 */
function reach (seconds) {
  expected = { ...seconds, since: performance.now() }
}

/**
 * Says how far the run is: a terminal sees one line that is rewritten,
 * anything else a line each time.
 *
 * @param {string} text
 */
function show (text) {
  const line = share() + text
  stderr.write(stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
}

/** Leaves a terminal as it was. */
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
