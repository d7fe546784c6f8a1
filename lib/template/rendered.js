'use strict'

/**
 * @typedef {string | import('./static-fragment').StaticFragment} Chunk
 */

/**
 * The result of one render: text and static fragments in the order of the
 * page. Nothing is encoded until somebody asks for the bytes.
 */
class Rendered {
  /**
   * @param {Chunk[]} chunks no two neighbours are both text
   */
  constructor (chunks) {
    this.chunks = chunks
    this._byteLength = -1
  }

  /**
   * The length of the page in bytes.
   */
  get byteLength () {
    if (this._byteLength === -1) this._byteLength = sum(this.chunks, byteLength)
    return this._byteLength
  }

  /**
   * A string that determines the bytes of the page, made from the digests of
   * its fragments and from its text alone: the same on every machine that
   * renders the same page from the same templates. Text carries its length, so
   * that no text can pass for a fragment or for the end of another text.
   */
  get identity () {
    let identity = ''
    for (const chunk of this.chunks) {
      identity += typeof chunk === 'string' ? `${chunk.length}:${chunk}` : `#${chunk.digest}`
    }
    return identity
  }

  /**
   * @returns {Buffer} the page as UTF-8, in memory of its own
   */
  toBuffer () {
    const { chunks } = this
    if (chunks.length === 1 && typeof chunks[0] === 'string') return Buffer.from(chunks[0])

    const buffer = Buffer.allocUnsafe(this.byteLength)
    let offset = 0
    for (const chunk of chunks) {
      if (typeof chunk === 'string') {
        offset += buffer.write(chunk, offset)
      } else {
        buffer.set(chunk.bytes, offset)
        offset += chunk.bytes.length
      }
    }
    return buffer
  }

  /**
   * @returns {string} the page as the template engine itself would give it
   */
  toString () {
    let text = ''
    for (const chunk of this.chunks) text += typeof chunk === 'string' ? chunk : chunk.text
    return text
  }

  /**
   * @returns {string} the page, where something is about to treat it as JSON
   */
  toJSON () {
    return this.toString()
  }
}

/**
 * @param {Chunk} chunk
 * @returns {number}
 */
function byteLength (chunk) {
  return typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.bytes.length
}

/**
 * @template T
 * @param {T[]} list
 * @param {(item: T) => number} measure
 * @returns {number}
 */
function sum (list, measure) {
  let total = 0
  for (const item of list) total += measure(item)
  return total
}

module.exports = { Rendered }
