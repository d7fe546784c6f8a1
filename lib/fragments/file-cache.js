'use strict'

const { LRUCache } = require('../lru-cache')

/** The default of the option `files`, in bytes. */
const CAPACITY = 64 * 1024 * 1024

/** The bytes that an entry takes beside those of its file. */
const ENTRY_BYTES = 1024

/**
 * The files of `fragment.file`. All renderers of a process share one cache.
 *
 * @typedef {{ rendered: import('../page/rendered').Rendered, stamp: string, byteLength: number }} Entry
 */
class FileCache {
  constructor () {
    this.hits = 0
    this.misses = 0
    this.evictions = 0
    this.resize(CAPACITY)
  }

  /** @param {number} capacity in bytes; the cache becomes empty */
  resize (capacity) {
    /** Folders and path → the file as a page. @type {LRUCache<string, Entry>} */
    this.entries = new LRUCache({
      maxSize: capacity,
      sizeCalculation: ({ byteLength }, key) => byteLength + key.length + ENTRY_BYTES,
      dispose: (entry, key, reason) => { if (reason === 'evict') this.evictions++ }
    })
  }

  /** @returns {import('../renderer').CacheStats} */
  stats () {
    const { hits, misses, evictions, entries } = this
    return { hits, misses, evictions, entries: entries.size, bytes: entries.calculatedSize }
  }
}

module.exports = { fileCache: new FileCache() }
