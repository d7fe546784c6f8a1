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

  has (key) {
    return super.has(key, new NoOptions())
  }

  set (key, value) {
    return super.set(key, value, new NoOptions())
  }
}

module.exports = { LRUCache }
