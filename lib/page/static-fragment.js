'use strict'

const { hash } = require('node:crypto')
const { channel } = require('node:diagnostics_channel')
const { brand } = require('./brand')
const { deflate, deflateInThread } = require('./deflated')
const { inSeparateMemory } = require('./separate-memory')

/**
 * Static text shorter than this many bytes stays a string literal of its template and is coalesced with the text around
 * it. Time of a response with a run of this length as a literal, divided by its time with a fragment. Node 20, two
 * cores, bench/threshold.js of 1.0.0:
 *
 *     bytes      128   256   512  1024  2048  4096
 *     ASCII     0.78  1.00  1.33  1.73  1.97  2.34
 *     Chinese   0.94  1.23  1.58  2.04  3.01  3.53
 */
const SHORTEST_FRAGMENT = 256

/**
 * From this many bytes on, a fragment is deflated at level 6, and cached ones in zlib's threads while they are loaded.
 * The level depends on the length alone: all servers send the same bytes for the same text. CPU time of the first
 * response with a cached fragment of 1 MB, Node 20: 29 ms at level 9 on the event loop, 0.7 ms in threads.
 */
const DEFLATED_AHEAD = 64 * 1024
const AHEAD_LEVEL = 6

/** Publishes every run of static text in a compiled template: `{ text, fragment }`. */
const staticTexts = channel('buffered-render:static-text')

/** An immutable run of static text, encoded once, or the bytes of a file. */
class StaticFragment {
  /** @param {string} [text] `undefined` for bytes that are not text of a template */
  constructor (text, bytes = Buffer.from(text)) {
    this._text = text
    /** Whether the text is part of a template, not of a file or a cached fragment, whose text may be a user's. */
    this.isTemplateText = text !== undefined
    /** The text as UTF-8, never written to. A slice of Node's pool would keep the rest: 58 KB a view on Node 24. */
    this.bytes = inSeparateMemory(bytes)
    this.byteLength = bytes.length
    /** Represents the bytes in a composition: SHA-256 as 43 characters of base64url. */
    this.digest = hash('sha256', bytes, 'base64url')
    this._deflated = undefined
    /** Fragments of the same kind are alike, such as the rows of a list. @type {string | undefined} */
    this.kind = undefined
  }

  /** The text, for a page as a string. Decoded on first use if the fragment was made from bytes. */
  get text () {
    this._text ??= this.bytes.toString()
    return this._text
  }

  /** The bytes as a part of a gzip member, deflated on first use, without zlib's spare memory. @type {Buffer} */
  get deflated () {
    this._deflated ??= inSeparateMemory(deflate(this.bytes, this.byteLength < DEFLATED_AHEAD ? 9 : AHEAD_LEVEL))
    return this._deflated
  }

  /** Deflates a long fragment in zlib's threads: its first response would block the event loop. */
  async deflateAhead () {
    if (this.byteLength >= DEFLATED_AHEAD) {
      this._deflated = inSeparateMemory(await deflateInThread(this.bytes, AHEAD_LEVEL))
    }
  }

  /** Gives text itself if it is short, or has a lone surrogate, whose other half may be beside it. */
  static from (text) {
    const part = Buffer.byteLength(text) < SHORTEST_FRAGMENT || !text.isWellFormed() ? text : new StaticFragment(text)
    if (staticTexts.hasSubscribers) staticTexts.publish({ text, fragment: part === text ? undefined : part })
    return part
  }
}

brand(StaticFragment)

module.exports = { DEFLATED_AHEAD, SHORTEST_FRAGMENT, StaticFragment }
