'use strict'

const { LRUCache } = require('lru-cache')
const { createProgress } = require('./recompression')

/** What an entry takes beside its bytes: objects, and the lists of the cache. */
const ENTRY_OVERHEAD = 1024

/** How many pages that were seen once are remembered, in 4 bytes each: so many places, with so many to a place. */
const PLACES = 1 << 12
const TO_A_PLACE = 4

/**
 * A page that was assembled, in every form that was asked for.
 *
 * @typedef {object} Entry
 * @property {Buffer} identity of the page, see `Rendered`
 * @property {Record<string, Buffer>} bodies by content coding
 * @property {import('./recompression').Progress} progress towards better bodies
 */

/**
 * The responses that were assembled, least recently used first out. Their key
 * is made of their content: an entry is never stale, and holds nothing but what
 * whoever finds it has just rendered.
 */
class Memo {
  /** @param {number} maxBytes what it holds at the most, keys included */
  constructor (maxBytes) {
    this.hits = 0
    this.misses = 0
    this.evictions = 0
    this.sightings = new Uint32Array(PLACES * TO_A_PLACE)
    /** @type {LRUCache<string, Entry>} */
    this.entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: entryBytes,
      dispose: (entry, key, reason) => { if (reason === 'evict') this.evictions++ }
    })
  }

  /**
   * @param {string} key the page's entity tag
   * @returns {Entry | undefined}
   */
  find (key, rendered) {
    const entry = this.entries.get(key)
    if (entry === undefined || !entry.identity.equals(rendered.identityBytes)) {
      this.misses++
      return undefined
    }
    this.hits++
    return entry
  }

  /**
   * Notes that a page was not found. It is admitted once it is seen for the
   * second time: pages that come once do not wash out those that come again.
   *
   * @returns {boolean} whether it is to be kept now
   */
  admits (key) {
    return this.wasSeen(key) && !this.entries.has(key)
  }

  keep (key, rendered, coding, body) {
    const identity = inOwnMemory(rendered.identityBytes)
    this.entries.set(key, { identity, bodies: { [coding]: inOwnMemory(body) }, progress: createProgress() })
  }

  /** Adds a body to a page that was found, if it is still here and stays so. */
  grow (key, entry, coding, body) {
    const current = this.entries.peek(key)
    if (current?.progress !== entry.progress) return
    // Another object, for the cache to count the bytes anew.
    const grown = { ...current, bodies: { ...current.bodies, [coding]: inOwnMemory(body) } }
    if (entryBytes(grown, key) <= this.entries.maxSize) this.entries.set(key, grown)
  }

  /**
   * Takes a better body, if it is one and its page is still here.
   *
   * @param {import('./recompression').Progress} progress of the page
   * @param {number} byteLength of the page itself
   */
  improve (key, progress, coding, body, byteLength) {
    const entry = this.entries.peek(key)
    if (entry?.progress !== progress) return
    const { length } = entry.bodies[coding] ?? entry.bodies.gzip ?? { length: byteLength }
    if (body.length < length) this.grow(key, entry, coding, body)
  }

  /**
   * Notes that a page was seen, in place of the one in its place that was noted
   * first.
   *
   * @returns {boolean} whether it was before
   */
  wasSeen (key) {
    const { sightings } = this
    const hash = hashOf(key)
    const first = (hash % PLACES) * TO_A_PLACE
    for (let i = first; i < first + TO_A_PLACE; i++) {
      if (sightings[i] === hash) return true
    }
    for (let i = first + TO_A_PLACE - 1; i > first; i--) sightings[i] = sightings[i - 1]
    sightings[first] = hash
    return false
  }

  clear () {
    this.entries.clear()
    this.sightings.fill(0)
  }

  /** @returns {{ hits: number, misses: number, evictions: number, entries: number, bytes: number }} */
  stats () {
    const { hits, misses, evictions, entries } = this
    return { hits, misses, evictions, entries: entries.size, bytes: entries.calculatedSize }
  }
}

/** @returns {number} the memory that it takes */
function entryBytes ({ identity, bodies }, key) {
  let total = ENTRY_OVERHEAD + key.length + identity.length
  for (const coding in bodies) total += bodies[coding].length
  return total
}

/**
 * @param {string} key ends in a digest, of which any bits will do
 * @returns {number} 32 bits
 */
function hashOf (key) {
  let hash = 0
  for (let i = key.length - 12; i < key.length; i++) hash = Math.imul(hash, 33) ^ key.charCodeAt(i)
  return hash >>> 0
}

/** @returns {Buffer} the same, without the memory around that it may be a part of */
function inOwnMemory (bytes) {
  if (bytes.length === bytes.buffer.byteLength) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

module.exports = { Memo }
