'use strict'

const { renderPages } = require('../pages/rendered')

/** Characters of a page's number, padded; parts of static text, with a number before each and behind the last. */
const NUMBER_BYTES = 10
const PARTS = 8

/**
 * A page that is a static fragment but for its number. That is at many places
 * of it and at its end, so that memory which is written to before all of it was
 * sent shows, wherever the sending had come to.
 */
class NumberedPage {
  /**
   * @param {number} kilobytes that it has, or just below
   */
  constructor (kilobytes) {
    const numberBytes = (PARTS + 1) * NUMBER_BYTES
    const length = Math.floor((kilobytes * 1024 - numberBytes) / PARTS)
    const [article] = renderPages('article', 1)
    this.fragment = Buffer.alloc(length, article.toBuffer())
    this.byteLength = PARTS * length + numberBytes
  }

  /**
   * Assembles a page.
   *
   * @param {Buffer} memory of its length
   * @param {number} n its number
   * @returns {Buffer} the memory
   */
  write (memory, n) {
    const number = String(n).padStart(NUMBER_BYTES)
    let offset = memory.latin1Write(number, 0)
    for (let i = 0; i < PARTS; i++) {
      memory.set(this.fragment, offset)
      offset += this.fragment.length
      offset += memory.latin1Write(number, offset)
    }
    return memory
  }
}

module.exports = { NumberedPage }
