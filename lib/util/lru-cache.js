'use strict'

const { LRUCache: Cache } = require('lru-cache')

/**
 * When full, one miss in 1,024 inserts; otherwise a larger working set would thrash. Compiling takes as long as a
 * hundred renders: with one in 64, pages of Eta took 2.5 times as long as with Eta alone; with 1,024, 1.2 times.
 */
const MISSES_PER_ENTRY = 1024

/** No options for a call, even if `Object.prototype` is polluted. A literal `{ __proto__: null }` is slow. */
function NoOptions () {}
NoOptions.prototype = Object.create(null)

/** The LRU cache of the package, which reads its options through `Object.prototype`. */
class LRUCache extends Cache {
  refused = 0

  constructor (options) {
    super({ __proto__: null, ...options })
  }

  /** Counts a miss if full. @returns {boolean} whether it adds an entry: always where one of average size has room */
  admitMiss () {
    const { calculatedSize, max, maxSize, size } = this
    const isFull = size > 0 && (size === max || calculatedSize / size * (size + 1) > maxSize)
    return !isFull || ++this.refused % MISSES_PER_ENTRY === 0
  }

  get (key) {
    return super.get(key, new NoOptions())
  }

  peek (key) {
    return super.peek(key, new NoOptions())
  }

  set (key, value) {
    return super.set(key, value, new NoOptions())
  }
}

/** An LRU cache that counts what happens to it. Its user counts `hits` and `misses`. */
class CountedCache extends LRUCache {
  constructor (options) {
    super({
      ...options,
      dispose: (value, key, reason) => {
        if (reason === 'evict') this.evictions++
        options.dispose?.(value)
      }
    })
    this.hits = 0
    this.misses = 0
    this.evictions = 0
  }

  stats () {
    const { hits, misses, evictions, size, calculatedSize } = this
    return { hits, misses, evictions, entries: size, bytes: calculatedSize }
  }
}

module.exports = { CountedCache, LRUCache }
