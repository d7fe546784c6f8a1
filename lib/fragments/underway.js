'use strict'

/** A load, or a comparison with the store: what it gives may be of the time before an invalidation that it overlaps. */
class Underway {
  constructor () {
    /** The tags that this process has invalidated since. @type {Set<string>} */
    this.invalidated = new Set()
  }

  /**
   * @param {import('./tokens').Tokens} tokens of the result
   * @returns {boolean} whether one of its tags was invalidated
   */
  isOvertaken (tokens) {
    for (const tag of this.invalidated) {
      if (tokens.has(tag)) return true
    }
    return false
  }
}

module.exports = { Underway }
