'use strict'

/** A map that ignores keys beyond a limit. Templates use few names, but locals can generate any number of them. */
class CappedMap extends Map {
  /** @param {number} [max] number of keys; with 0, `getOrCreate` creates each value again */
  constructor (max = 100) {
    super()
    this.max = max
  }

  /** @returns {Value} the value of the key, created and kept if there is none */
  getOrCreate (key, create) {
    if (this.has(key)) return this.get(key)
    const value = create(key)
    this.set(key, value)
    return value
  }

  set (key, value) {
    const isRefused = this.size >= this.max && !this.has(key)
    return isRefused ? this : super.set(key, value)
  }
}

module.exports = { CappedMap }
