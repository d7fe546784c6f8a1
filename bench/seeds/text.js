'use strict'

/** What a text is made of: the letter of the seeds, and one that takes three bytes in UTF-8. */
const CHARACTERS = { ASCII: 'a', Chinese: '字' }

const SCRIPTS = Object.keys(CHARACTERS)

/**
 * @param {string} script one of `SCRIPTS`
 * @param {number} kilobytes
 * @returns {string} of exactly so many bytes in UTF-8
 */
function createText (script, kilobytes) {
  const bytes = 1024 * kilobytes
  const length = Buffer.byteLength(CHARACTERS[script])
  return CHARACTERS[script].repeat(bytes / length) + 'a'.repeat(bytes % length)
}

module.exports = { SCRIPTS, createText }
