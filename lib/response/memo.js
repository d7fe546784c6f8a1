'use strict'

const { crc32 } = require('node:zlib')
const { codings } = require('../codings')
const { CountedCache } = require('../util/lru-cache')
const { inSeparateMemory } = require('../page/separate-memory')

/** The memory of an entry in addition to its bytes: objects, and the lists of the cache. */
const ENTRY_OVERHEAD = 1024

/** The size of the admission table, which remembers a page in 4 bytes: the buckets, and the slots in each. */
const BUCKETS = 1 << 12
const SLOTS = 4

/**
 * An assembled page: its composition and, by the names of content codings, the bytes that are kept and the progress of
 * what is encoded later. Both objects have no prototype.
 *
 * @typedef {{ composition: Buffer, bodies: Record<string, Buffer>, progress: Record<string, Progress> }} Entry
 *
 * @typedef {{ busy: boolean, hits: number, tier: number }} Progress `busy` while it is encoded, or waits for that
 */

/**
 * The LRU cache of assembled representations. The key is derived from the content: an
 * entry is never stale, and holds only bytes that the current request has just rendered too.
 */
class Memo {
  /** @param {number} maxBytes those of all entries, keys included */
  constructor (maxBytes) {
    this.seen = new Uint32Array(BUCKETS * SLOTS)
    /** @type {CountedCache<string, Entry>} */
    this.entries = new CountedCache({ maxSize: maxBytes, sizeCalculation: entryBytes })
  }

  /** @param {string} key the page's entity tag. @returns {Entry | undefined} */
  find (key, rendered) {
    const entry = this.entries.get(key)
    if (entry === undefined || !entry.composition.equals(rendered.identityBytes)) {
      this.entries.misses++
      return undefined
    }
    this.entries.hits++
    return entry
  }

  /** Adds an entry. Without a body, it only counts the page's hits until it is recompressed. */
  store (key, rendered, coding, body) {
    const composition = inSeparateMemory(rendered.identityBytes)
    const bodies = body ? { __proto__: null, [coding]: inSeparateMemory(body) } : Object.create(null)
    this.entries.set(key, { composition, bodies, progress: Object.create(null) })
  }

  /** Adds a body to an entry, if the entry is still present and fits. */
  addBody (key, entry, coding, body) {
    const current = this.entries.peek(key)
    if (current?.progress !== entry.progress) return
    // A new object makes the cache count the bytes again.
    const grown = { ...current, bodies: { __proto__: null, ...current.bodies, [coding]: inSeparateMemory(body) } }
    if (entryBytes(grown, key) <= this.entries.maxSize) this.entries.set(key, grown)
  }

  /**
   * Adds a body that was encoded later, if it is shorter than the one of this coding, or else than the one that a
   * request can get, and if the entry of this progress is still present. `byteLength` is that of the page.
   */
  addShorter (key, progress, coding, body, byteLength) {
    const entry = this.entries.peek(key)
    if (entry?.progress !== progress) return
    const { bodies } = entry
    const atOnce = codings.find(({ encoderOf, name }) => encoderOf !== undefined && bodies[name] !== undefined)
    const { length } = bodies[coding] ?? bodies[atOnce?.name] ?? { length: byteLength }
    if (body.length < length) this.addBody(key, entry, coding, body)
  }

  /**
   * Records a miss in the admission table, in place of the oldest one of its bucket. A page is admitted at its second
   * miss, so that pages requested once do not evict repeated ones.
   *
   * @returns {boolean} whether to store the page now
   */
  admitMiss (key) {
    const { seen } = this
    const hash = crc32(key)
    const first = (hash % BUCKETS) * SLOTS
    for (let i = first; i < first + SLOTS; i++) {
      if (seen[i] === hash) return this.entries.peek(key) === undefined
    }
    for (let i = first + SLOTS - 1; i > first; i--) seen[i] = seen[i - 1]
    seen[first] = hash
    return false
  }

  clear () {
    this.entries.clear()
    this.seen.fill(0)
  }
}

function entryBytes ({ composition, bodies }, key) {
  let total = ENTRY_OVERHEAD + key.length + composition.length
  for (const coding in bodies) total += bodies[coding].length
  return total
}

module.exports = { Memo }
