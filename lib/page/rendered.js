'use strict'

const { EncodedText } = require('./encoded-text')
const { LARGE, LargeFile } = require('./large-file')

/**
 * @typedef {string | import('./static-fragment').StaticFragment | import('./large-file').LargeFile | import('./large-file').FilePart} Chunk
 */

/**
 * The result of one render: text and static fragments in the order of the
 * page. Nothing is encoded until somebody asks for the bytes.
 */
class Rendered {
  /** @param {Chunk[]} chunks no two neighbours are both text */
  constructor (chunks) {
    this.chunks = chunks
    /** What the render took in milliseconds, where that was measured. */
    this.duration = undefined
    this._text = undefined
    this._byteLength = -1
  }

  /** The length of the page in bytes. */
  get byteLength () {
    if (this._byteLength === -1) this._byteLength = this.text.length + fragmentBytes(this.chunks)
    return this._byteLength
  }

  /** Whether there is more to it than should be in memory at once. */
  get isLarge () {
    return this.byteLength >= LARGE && this.chunks.some((chunk) => chunk instanceof LargeFile)
  }

  /**
   * A string that determines the bytes of the page, made from its text and the
   * digests of its fragments alone: the same on every machine that renders the
   * same page from the same templates, large files aside. First all text, then the order and the
   * lengths of the chunks, then the length of that: read from its end it can be
   * read in one way only, whatever the text imitates.
   */
  get identity () {
    return this.identityBytes.toString()
  }

  /**
   * The identity as UTF-8. Use it at once: it is there until the next page is
   * encoded.
   *
   * @type {Buffer}
   */
  get identityBytes () {
    const { bytes, length, lengths } = this.text
    const end = length + bytes.latin1Write(structure(this.chunks, lengths), length)
    return bytes.subarray(0, end)
  }

  /** @type {EncodedText} */
  get text () {
    if (!this._text?.isThere) this._text = new EncodedText(this.chunks, structureBytes(this.chunks))
    return this._text
  }

  /** @returns {Buffer} the page as UTF-8, in memory of its own */
  toBuffer () {
    // Text alone, not encoded yet, need not be copied.
    if (this._text === undefined && this.chunks.length === 1 && typeof this.chunks[0] === 'string') return Buffer.from(this.chunks[0])

    const { byteLength, text: { bytes, lengths } } = this
    const buffer = Buffer.allocUnsafe(byteLength)
    let offset = 0
    let index = 0
    let read = 0
    for (const chunk of this.chunks) {
      if (typeof chunk === 'string') {
        const end = read + lengths[index++]
        offset += bytes.copy(buffer, offset, read, end)
        read = end
      } else {
        buffer.set(chunk.bytes, offset)
        offset += chunk.byteLength
      }
    }
    return buffer
  }

  /** @returns {string} the page as the template engine itself would give it */
  toString () {
    let text = ''
    for (const chunk of this.chunks) text += typeof chunk === 'string' ? chunk : chunk.text
    return text
  }

  /** @returns {string} the page, where something is about to treat it as JSON */
  toJSON () {
    return this.toString()
  }
}

/**
 * @param {Chunk[]} chunks
 * @returns {number} the bytes of those that are fragments
 */
function fragmentBytes (chunks) {
  let total = 0
  for (const chunk of chunks) {
    if (typeof chunk !== 'string') total += chunk.byteLength
  }
  return total
}

/**
 * Says which chunks there are: the length of a text in bytes, the digest of a
 * fragment.
 *
 * @param {Chunk[]} chunks
 * @param {number[]} lengths of the texts
 * @returns {string} ASCII
 */
function structure (chunks, lengths) {
  let index = 0
  let order = ''
  for (const chunk of chunks) {
    order += typeof chunk === 'string' ? `,${lengths[index++]}` : `#${chunk.digest}`
  }
  return order + order.length.toString(16).padStart(8, '0')
}

/**
 * @param {Chunk[]} chunks
 * @returns {number} the bytes that their structure can take at the most: a
 *   digest has 43 characters, a length no more than 16
 */
function structureBytes (chunks) {
  return chunks.length * 44 + 8
}

module.exports = { Rendered }
