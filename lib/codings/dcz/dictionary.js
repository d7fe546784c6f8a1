'use strict'

const { createHash } = require('node:crypto')

/** Matches in text have at least this many bytes: fewer take hardly more as literals. */
const SHORTEST_SOUGHT = 6
const HASH_BITS = 15

/** Static text that clients keep, and pages refer to (RFC 9842). */
class Dictionary {
  /**
   * @param {Buffer[]} texts the most useful first
   * @param {number} size the largest size, in bytes; texts that do not fit are left out
   */
  constructor (texts, size) {
    /** The digest of a text, as static fragments have it → where the text begins. @type {Map<string, number>} */
    this.starts = new Map()
    const chosen = []
    let end = 0
    for (const text of texts) {
      const digest = createHash('sha256').update(text).digest('base64url')
      if (end + text.length > size || this.starts.has(digest)) continue
      this.starts.set(digest, end)
      chosen.push(text)
      end += text.length
    }
    this.bytes = Buffer.concat(chosen)
    this.sha256 = createHash('sha256').update(this.bytes).digest()
    /** Hash → the latest place, or 0. */
    this.places = new Int32Array(1 << HASH_BITS)
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset, end)
    for (let i = 0; i <= end - SHORTEST_SOUGHT; i++) this.places[hashAt(view, i)] = i
  }
}

/** @returns {number} the hash of the first bytes of a match. @param {DataView} view */
function hashAt (view, at) {
  const mixed = view.getInt32(at, true) ^ Math.imul(view.getUint16(at + 4, true), 0x85ebca6b)
  return Math.imul(mixed, 0x9e3779b1) >>> 32 - HASH_BITS
}

module.exports = { Dictionary, HASH_BITS, SHORTEST_SOUGHT, hashAt }
