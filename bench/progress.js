'use strict'

const { stderr } = process

/**
 * Says how far the run is: a terminal sees one line that is rewritten,
 * anything else a line each time.
 *
 * @param {string} text
 */
function show (text) {
  stderr.write(stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
}

/** Leaves a terminal as it was. */
function clear () {
  if (stderr.isTTY) stderr.write('\r\x1b[K')
}

module.exports = { clear, show }
