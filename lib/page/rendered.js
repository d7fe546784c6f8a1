'use strict'

const { brand } = require('./brand')
const { EncodedText } = require('./encoded-text')
const { LARGE, LargeFile } = require('./large-file')
const { VERSION, version } = require('./other-copy')

/**
 * A static fragment of this many bytes or more is sent uncopied; shorter ones are copied beside the text around them.
 * CPU time of a response on node:http with a fragment of this length uncopied, divided by its time with a copy,
 * bench/copies.js of 1.0.0:
 *
 *     bytes    1024   2048   4096   8192   16384   32768   65536
 *     Node 24  1.02   1.02   1.02   0.99    0.83    0.50    0.48
 *     Node 20  1.06   1.00   0.90   0.89    0.49    0.77    0.67
 */
const UNCOPIED = 16 * 1024

const TOO_LONG = 'The page is too long for one Buffer or string. Send it part by part, with renderStream'

/** @typedef {string|import('./static-fragment').StaticFragment|LargeFile|import('./large-file').FilePart} Chunk */

/** One render's text and static fragments, in order. Text is encoded when the bytes are first needed. */
class Rendered {
  #ofThisCopy
  static isOfThisCopy = (object) => #ofThisCopy in object

  /** @param {Chunk[]} chunks no two texts are neighbours */
  constructor (chunks) {
    this.chunks = chunks
    this._text = undefined
    this._byteLength = -1
  }

  /** @param {string} text that of a whole page */
  static ofText (text) {
    return new Rendered(text === '' ? [] : [text])
  }

  get [VERSION] () {
    return version
  }

  get byteLength () {
    if (this._byteLength !== -1) return this._byteLength
    let total = this.text.length
    for (const chunk of this.chunks) {
      if (typeof chunk !== 'string') total += chunk.byteLength
    }
    return (this._byteLength = total)
  }

  /** Whether the page is large because of a large file, so that it is streamed from the file system. */
  get isLarge () {
    return this.byteLength >= LARGE && this.chunks.some((chunk) => chunk instanceof LargeFile)
  }

  /**
   * What determines the bytes of the page, as UTF-8, made from its text and the digests of its fragments alone. Every
   * server computes the same composition for the same page, unless the page has a large file. It holds all text, then
   * the order and lengths of the chunks, then the length of that list. Parsed from its end it is unambiguous, whatever
   * the text contains.
   *
   * It is valid until another page is encoded: use it at once. The name is that of version 2.0, whose pages may be in
   * one process with ours.
   *
   * @type {Buffer}
   */
  get identityBytes () {
    const { bytes, length, lengths } = this.text
    const end = length + bytes.latin1Write(structure(this.chunks, lengths), length)
    return bytes.subarray(0, end)
  }

  /** All text of the page, encoded. The name is that of version 2.0, as that of `identityBytes`. */
  get text () {
    // The structure has 44 characters a chunk at most, a digest of 43 or a length of 16, and its length.
    if (!this._text?.isValid) this._text = new EncodedText(this.chunks, 44 * this.chunks.length + 8)
    return this._text
  }

  /** A page is no promise, even if `Object.prototype` has a `then`. */
  get then () {
    return undefined
  }

  /** @returns {Buffer} the page as UTF-8, in separate memory. @throws {RangeError} as `explained` */
  toBuffer () {
    try {
      // A single text that is not encoded yet needs no copy.
      if (this._text === undefined && this.chunks.length === 1 && typeof this.chunks[0] === 'string') {
        return Buffer.from(this.chunks[0])
      }
      return this.copy()
    } catch (error) {
      throw explained(error)
    }
  }

  /** @returns {Buffer} the given Buffer, which starts with the page */
  copy (buffer = Buffer.allocUnsafe(this.byteLength)) {
    const { bytes, lengths } = this.text
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

  /** Whether `toBuffers` saves copying a static fragment. */
  get hasUncopiedFragment () {
    return this.chunks.some(({ byteLength }) => byteLength >= UNCOPIED)
  }

  /** @returns {Buffer[]} the page as UTF-8. All pages share an uncopied static fragment: never write to it. */
  toBuffers () {
    const { bytes, lengths } = this.text
    const buffers = []
    let copied = []
    let index = 0
    let read = 0
    for (const chunk of this.chunks) {
      if (typeof chunk === 'string') {
        copied.push(bytes.subarray(read, read += lengths[index++]))
      } else if (chunk.byteLength < UNCOPIED) {
        copied.push(chunk.bytes)
      } else {
        if (copied.length > 0) buffers.push(Buffer.concat(copied))
        buffers.push(chunk.bytes)
        copied = []
      }
    }
    if (copied.length > 0) buffers.push(Buffer.concat(copied))
    return buffers
  }

  /** @returns {string} the page, as the template engine itself returns it. @throws {RangeError} as `explained` */
  toString () {
    try {
      let text = ''
      for (const chunk of this.chunks) text += typeof chunk === 'string' ? chunk : chunk.text
      return text
    } catch (error) {
      throw explained(error)
    }
  }

  toJSON () {
    return this.toString()
  }
}

/** Lists the chunks in ASCII: the length of each text in bytes, the digest of each fragment. */
function structure (chunks, lengths) {
  let index = 0
  let order = ''
  for (const chunk of chunks) {
    order += typeof chunk === 'string' ? `,${lengths[index++]}` : `#${chunk.digest}`
  }
  return order + order.length.toString(16).padStart(8, '0')
}

/** @returns {Error} a RangeError that names `renderStream`, if Node cannot read, allocate or decode the page at once */
function explained (error) {
  // Node's error for a long string is no RangeError.
  return error.name === 'RangeError' || error.code === 'ERR_STRING_TOO_LONG'
    ? new RangeError(TOO_LONG, { cause: error })
    : error
}

/** Why its engine rendered the page: `Template.end` sets it, on such a page alone. @type {string | undefined} */
Rendered.prototype.engineFallback = undefined

brand(Rendered, Rendered.isOfThisCopy)

module.exports = { Rendered }
