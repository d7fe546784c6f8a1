'use strict'

// The bytes that the servers of the seeds send.

/** Characters of the texts: the letter of the seeds, and a character of three bytes in UTF-8. */
const CHARACTERS = { ASCII: 'a', Chinese: '字' }
const SCRIPTS = Object.keys(CHARACTERS)

/** @returns {string} text of this length in UTF-8, in one of `SCRIPTS` */
function createText (script, kilobytes) {
  const bytes = 1024 * kilobytes
  const length = Buffer.byteLength(CHARACTERS[script])
  return CHARACTERS[script].repeat(bytes / length) + 'a'.repeat(bytes % length)
}

module.exports = { SCRIPTS, createText }
