'use strict'

/**
 * Text is encoded into memory that all pages share, and copied from there. Counting the bytes of each string first
 * would cost as much as writing them, for text beyond ASCII. A page with more bytes of text than this gets separate
 * memory.
 */
const MOST_SHARED = 1 << 20

let shared = Buffer.allocUnsafeSlow(1 << 16)
let latest = 0

/** The text chunks of a page as UTF-8, in a row. They are valid until the text of another page is encoded. */
class EncodedText {
  /** @param {number} spare number of bytes to leave free after the text */
  constructor (chunks, spare) {
    const size = mostBytes(chunks) + spare
    if (size > shared.length && size <= MOST_SHARED) shared = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(size)))
    this.bytes = size > MOST_SHARED ? Buffer.allocUnsafeSlow(size) : shared
    this.serial = ++latest
    /** The length of each text chunk, in bytes. */
    this.lengths = []
    /** The length of all text, in bytes. */
    this.length = 0
    for (const chunk of chunks) {
      if (typeof chunk !== 'string') continue
      const length = this.bytes.write(chunk, this.length)
      this.lengths.push(length)
      this.length += length
    }
  }

  get isValid () {
    return this.serial === latest
  }
}

/** @returns {number} the largest possible size of their text, in bytes */
function mostBytes (chunks) {
  let units = 0
  for (const chunk of chunks) {
    if (typeof chunk === 'string') units += chunk.length
  }
  return units * 3
}

module.exports = { EncodedText }
