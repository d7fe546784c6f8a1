'use strict'

const { createHash } = require('node:crypto')
const { channel } = require('node:diagnostics_channel')
const { Deflated } = require('./deflated')

/**
 * Static text shorter than this many bytes stays a string literal of its
 * template and is coalesced with the text around it. What a response takes for
 * a run of this length, as a literal over as a fragment, Node 20, two cores,
 * `npm run bench:threshold`:
 *
 *     bytes      128   256   512  1024  2048  4096
 *     ASCII     0.78  1.00  1.33  1.73  1.97  2.34
 *     Chinese   0.94  1.23  1.58  2.04  3.01  3.53
 */
const THRESHOLD = 256

/** Tells of every run of static text that a template is compiled to: `{ text, fragment }`. */
const texts = channel('buffered-render:static-text')

/** An immutable run of a template's text, encoded once, or the bytes of a file. */
class StaticFragment {
  /** @param {Buffer} [bytes] the text as UTF-8 */
  constructor (text, bytes = Buffer.from(text)) {
    this._text = text
    /** The text as UTF-8. Never written to. */
    this.bytes = bytes
    this.byteLength = bytes.length
    /** Stands for the bytes in an identity; 43 characters of base64. */
    this.digest = createHash('sha256').update(bytes).digest('base64url')
    this._deflated = undefined
  }

  /**
   * @param {Buffer} bytes that nobody writes to
   * @returns {StaticFragment}
   */
  static ofBytes (bytes) {
    return new StaticFragment(undefined, bytes)
  }

  /** The text, for those who want the page as a string. */
  get text () {
    this._text ??= this.bytes.toString()
    return this._text
  }

  /**
   * The bytes as a part of a gzip member, made when first needed.
   *
   * @type {Deflated}
   */
  get deflated () {
    this._deflated ??= new Deflated(this.bytes, 9)
    return this._deflated
  }

  /**
   * Static text in the form that is cheapest to put on a page.
   *
   * @returns {string|StaticFragment} the text itself when it is short, or when
   *   it has half a character, whose other half may be in the text beside it
   */
  static from (text) {
    const part = Buffer.byteLength(text) < THRESHOLD || !text.isWellFormed() ? text : new StaticFragment(text)
    if (texts.hasSubscribers) texts.publish({ text, fragment: part === text ? undefined : part })
    return part
  }
}

/** Tells of static text of which no fragment is made, however long it is: text that gets to a page as a part of a string. */
function tellLiteral (text) {
  texts.publish({ text, fragment: undefined })
}

module.exports = { StaticFragment, tellLiteral }
