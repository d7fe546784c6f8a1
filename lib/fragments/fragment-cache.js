'use strict'

const { CountedCache } = require('../util/lru-cache')

/**
 * The memory of an entry besides its bytes and texts: objects, the lists of the cache, and what V8 leaves free between
 * two collections. Resident MB beyond those of a cache of 1 MB, for fragments of 700 bytes in a cache of 64 MB, with
 * 2048, 4096 and 5120: 122, 82, 67 (bench/keys.js of 2.0.0 with `--keys 100000`, Node 20). With a million keys, 5120
 * gives 68; 5632 gives 67, for 8 % fewer fragments.
 */
const ENTRY_OVERHEAD = 5120

/** The memory of a tag of an entry, besides its text. */
const TAG_OVERHEAD = 256

/** The LRU cache of this process. @extends {CountedCache<string, import('./fragment-entry').FragmentEntry>} */
class FragmentCache extends CountedCache {
  constructor (maxBytes) {
    super({ maxSize: maxBytes, sizeCalculation: entryBytes, dispose: (entry) => this.forget(entry) })
    /** Tag → the keys of the entries that have it. @type {Map<string, Set<string>>} */
    this.keysOf = new Map()
  }

  add (entry) {
    this.set(entry.key, entry)
    if (this.peek(entry.key) !== entry || entry.cache === this) return
    entry.cache = this
    for (const tag of entry.tokens.keys()) {
      const keys = this.keysOf.get(tag) ?? new Set()
      this.keysOf.set(tag, keys.add(entry.key))
    }
  }

  recount (entry) {
    this.delete(entry.key)
    this.add(entry)
  }

  deleteTagged (tag) {
    for (const key of this.keysOf.get(tag) ?? []) this.delete(key)
  }

  forget (entry) {
    entry.cache = undefined
    for (const tag of entry.tokens.keys()) {
      const keys = this.keysOf.get(tag)
      keys?.delete(entry.key)
      if (keys?.size === 0) this.keysOf.delete(tag)
    }
  }
}

function entryBytes ({ memory, tokens }, key) {
  let total = ENTRY_OVERHEAD + 2 * key.length + memory
  for (const tag of tokens.keys()) total += TAG_OVERHEAD + 2 * tag.length
  return total
}

module.exports = { FragmentCache }
