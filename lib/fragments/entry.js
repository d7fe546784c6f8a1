'use strict'

const { Rendered } = require('../page/rendered')

/** A loaded fragment in this process. All times are those of `performance.now()`. */
class Entry {
  /**
   * @param {object} origin
   * @param {string} origin.key
   * @param {string} [origin.generation] identifies the value in the store
   * @param {import('./tokens').Tokens} origin.tokens of the fragment and of all that it was made of
   * @param {boolean} origin.isFresh false if it is stale, or was made of something stale
   * @param {number} origin.confirmedAt when its tokens were last compared with those of the store
   * @param {{ freshUntil: number, staleUntil: number }} lifetime by the clock of this process
   */
  constructor (fragment, { key, generation, tokens, isFresh, confirmedAt }, { freshUntil, staleUntil }) {
    this.key = key
    this.generation = generation
    this.tokens = tokens
    this.isFresh = isFresh
    this.confirmedAt = confirmedAt
    this.freshUntil = freshUntil
    this.staleUntil = staleUntil
    this.fragment = fragment
    fragment.entry = this
    /** The fragment as a page, for all calls. An empty fragment has no chunk. */
    this.page = Promise.resolve(new Rendered(fragment.byteLength === 0 ? [] : [fragment]))
    /** Whether the store has had it: what it has instead by now is newer then. */
    this.isStored = false
    /** Otherwise the generation of the value that the store had when they were first compared, which may be older. @type {string | undefined} */
    this.before = undefined
    /** The cache that counts the entry's bytes. @type {import('./fragment-cache').FragmentCache | undefined} */
    this.cache = undefined
  }
}

module.exports = { Entry }
