'use strict'

const { inspect } = require('node:util')
const { StaticFragment } = require('./static-fragment')

/** The number of characters of a page that `util.inspect` shows. */
const SHOWN = 60

/** @returns {string} the beginning of a page, quoted by `util.inspect`. Large files are not read, and async chunks are not awaited */
function beginningOf (chunks, options) {
  let text = ''
  for (const chunk of chunks) {
    if (text.length > SHOWN) break
    if (typeof chunk === 'string') text += chunk
    // 4 bytes of UTF-8 are at least one character. The text of a file may not be decoded yet.
    else if (chunk instanceof StaticFragment) text += chunk.bytes.toString('utf8', 0, 4 * (SHOWN + 1))
    else return inspect(`${text.slice(0, SHOWN)}…`, options)
  }
  return inspect(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text, options)
}

module.exports = { beginningOf }
