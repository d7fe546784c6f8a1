'use strict'

const { createHash } = require('node:crypto')

/**
 * Static text shorter than this many bytes stays a string literal of its
 * template and is coalesced with the dynamic text around it: encoding it again
 * costs less than copying it on its own.
 */
const THRESHOLD = 512

/**
 * An immutable run of a template's text, encoded once.
 */
class StaticFragment {
  /**
   * @param {string} text
   */
  constructor (text) {
    /** The text, for those who want the page as a string. */
    this.text = text
    /** The text as UTF-8. Never written to. */
    this.bytes = Buffer.from(text)
    /** Stands for the bytes in an identity; 43 characters of base64. */
    this.digest = createHash('sha256').update(this.bytes).digest('base64url')
  }

  /**
   * Static text in the form that is cheapest to put on a page.
   *
   * @param {string} text
   * @returns {string|StaticFragment} the text itself when it is short
   */
  static from (text) {
    return Buffer.byteLength(text) < THRESHOLD ? text : new StaticFragment(text)
  }
}

module.exports = { StaticFragment }
