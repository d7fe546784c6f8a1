'use strict'

/**
 * Text is encoded into memory that all pages share, where it always fits, and
 * copied from there: cheaper than to count the bytes of every string first,
 * which for text beyond ASCII costs as much as to write them. A page with more
 * text than this many bytes gets memory of its own.
 */
const MOST_SHARED = 1 << 20

let shared = Buffer.allocUnsafeSlow(1 << 16)
let latest = 0

/** The text chunks of a page as UTF-8, one after the other. They are there until the text of another page is encoded. */
class EncodedText {
  /**
   * @param {import('./rendered').Chunk[]} chunks
   * @param {number} spare bytes to leave free behind the text
   */
  constructor (chunks, spare) {
    this.bytes = memoryFor(mostBytes(chunks) + spare)
    this.turn = ++latest
    /** Of each text chunk, in bytes. */
    this.lengths = []
    /** Of all text, in bytes. */
    this.length = 0
    for (const chunk of chunks) {
      if (typeof chunk === 'string') this.add(chunk)
    }
  }

  add (text) {
    const length = this.bytes.write(text, this.length)
    this.lengths.push(length)
    this.length += length
  }

  /** Whether the bytes are still those of this page. */
  get isThere () {
    return this.turn === latest
  }
}

/**
 * @param {import('./rendered').Chunk[]} chunks
 * @returns {number} the bytes that their text can take at the most
 */
function mostBytes (chunks) {
  let units = 0
  for (const chunk of chunks) {
    if (typeof chunk === 'string') units += chunk.length
  }
  return units * 3
}

/**
 * @param {number} size in bytes
 * @returns {Buffer} of that size or more
 */
function memoryFor (size) {
  if (size > MOST_SHARED) return Buffer.allocUnsafeSlow(size)
  if (size > shared.length) shared = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(size)))
  return shared
}

module.exports = { EncodedText }
