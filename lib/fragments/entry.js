'use strict'

const { Rendered } = require('../page/rendered')
const { CachedFragment } = require('./cached-fragment')

/** A loaded fragment in this process. All times are those of `performance.now()`. */
class Entry {
  /**
   * @param {Buffer} bytes never written to again
   * @param {object} origin
   * @param {string} origin.name of the definition
   * @param {string} origin.key
   * @param {string} [origin.generation] identifies the value in the store
   * @param {import('./tokens').Tokens} origin.tokens of the fragment and of all that it was made of
   * @param {boolean} origin.isFresh false if it is stale, or was made of something stale
   * @param {number} origin.confirmedAt when its tokens were last compared with those of the store
   * @param {{ freshUntil: number, staleUntil: number }} lifetime by the clock of this process
   */
  constructor (bytes, { name, key, generation, tokens, isFresh, confirmedAt }, { freshUntil, staleUntil }) {
    this.key = key
    this.generation = generation
    this.tokens = tokens
    this.isFresh = isFresh
    this.confirmedAt = confirmedAt
    this.freshUntil = freshUntil
    this.staleUntil = staleUntil
    this.fragment = new CachedFragment(bytes, name)
    this.fragment.entry = this
    /** The fragment as a page. An empty fragment has no chunk. */
    this.rendered = new Rendered(bytes.length === 0 ? [] : [this.fragment])
    /** The cache that counts the entry's bytes. @type {import('./fragment-cache').FragmentCache | undefined} */
    this.cache = undefined
  }

  /** Has the bytes counted again, since a form of them was added. */
  grow () {
    this.cache?.recount(this)
  }
}

module.exports = { Entry }
