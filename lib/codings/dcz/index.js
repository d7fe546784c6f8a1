'use strict'

const { LONGEST_PAGE, encodeDcz } = require('./zstd')

/** From this size on, text goes to zlib's threads, as gzip: 4 MB of random text would block the loop for 0.6 s. */
const LEFT_TO_GZIP = 256 << 10

/** RFC 9842: Zstandard with this dictionary; with a different one, bytes differ. @returns {import('..').Coding} */
function dczWith (dictionary) {
  return {
    name: 'dcz',
    needsDictionary: true,
    dependsOnText: false,
    suffix: `-dcz-${dictionary.sha256.toString('hex', 0, 4)}`,
    encoderOf: (rendered, options) => new DictionaryFrame(rendered, dictionary, options),
    later: undefined,
    streamEncoderOf: undefined,
    encodeOnce: undefined
  }
}

/** A page in Zstandard that refers to a dictionary (RFC 9842). */
class DictionaryFrame {
  /** If `deflatesText` is false, the length of the frame reveals nothing about how well dynamic text compresses. */
  constructor (rendered, dictionary, { deflatesText }) {
    this.rendered = rendered
    this.dictionary = dictionary
    this.deflatesText = deflatesText
    this.bytes = undefined
    /** Long text does not pay. */
    this.prefersStream = false
  }

  /**
   * Whether the frame is probably shorter than the page in another coding: half of the page is in the dictionary.
   * Repetitions, which are short in both, do not count.
   */
  get isSmaller () {
    const { byteLength, chunks, text } = this.rendered
    if (byteLength > LONGEST_PAGE || (this.deflatesText && text.length >= LEFT_TO_GZIP)) return false
    let unknown = text.length
    for (const chunk of new Set(chunks)) {
      if (typeof chunk !== 'string') {
        unknown += this.dictionary.starts.has(chunk.digest) ? -chunk.byteLength : chunk.byteLength
      }
    }
    return unknown <= 0
  }

  toBuffer () {
    this.bytes ??= encodeDcz(this.rendered, this.dictionary, { matchesText: this.deflatesText })
    return this.bytes
  }
}

module.exports = { dczWith }
