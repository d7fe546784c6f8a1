'use strict'

/** What is kept: tags, and UTF-16 code units of all. With more, all that has begun before counts as invalidated. */
const MOST_TAGS = 10_000
const MOST_UNITS = 1 << 20

/**
 * Numbers the invalidations that this process has made. The result of a lookup or a load is old if one of its tags has
 * a higher number than that at which it began.
 */
class Invalidations {
  constructor () {
    /** The number of the last one. What begins now begins at it. */
    this.number = 0
    /** Tag → the number of its last invalidation. @type {Map<string, number>} */
    this.numbers = new Map()
    this.units = 0
    /** What began before this number is old, whatever its tags are. */
    this.floor = 0
  }

  add (tag) {
    if (!this.numbers.has(tag)) this.units += tag.length
    if (this.numbers.size >= MOST_TAGS || this.units > MOST_UNITS) this.addAll()
    this.numbers.set(tag, ++this.number)
  }

  /** Invalidates all tags. */
  addAll () {
    this.floor = ++this.number
    this.numbers.clear()
    this.units = 0
  }

  /** @returns {boolean} whether one of the tags has been invalidated since this number */
  isAfter (number, tags) {
    if (number === this.number) return false
    if (number < this.floor) return true
    for (const tag of tags) if (this.numbers.get(tag) > number) return true
    return false
  }
}

module.exports = { Invalidations }
