'use strict'

/**
 * A map that keeps the first entries only. Templates have few names, but locals can make any number of them:
 * what has been cached stays, and nothing grows.
 *
 * @template Key, Value
 * @extends {Map<Key, Value>}
 */
class CappedMap extends Map {
  /** @param {number} [max] number of entries */
  constructor (max = 100) {
    super()
    this.max = max
  }

  set (key, value) {
    return this.size < this.max || this.has(key) ? super.set(key, value) : this
  }
}

module.exports = { CappedMap }
