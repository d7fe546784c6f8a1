'use strict'

const { LRUCache: Cache } = require('lru-cache')

/** The options of single calls: none, not even from a polluted `Object.prototype`. A literal `{ __proto__: null }` is slow. */
function NoOptions () {}
NoOptions.prototype = Object.create(null)

/** The LRU cache of the package, which reads its options through `Object.prototype`. */
class LRUCache extends Cache {
  constructor (options) {
    super({ __proto__: null, ...options })
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
