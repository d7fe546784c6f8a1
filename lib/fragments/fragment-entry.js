'use strict'

const { brand } = require('../page/brand')
const { Rendered } = require('../page/rendered')
const { StaticFragment } = require('../page/static-fragment')
const { SECOND } = require('./freshness')
const { warnIfPrinted } = require('./warn-if-printed')

/** A loaded fragment in this process, an entry of its cache. All times are those of `performance.now()`. */
class FragmentEntry extends StaticFragment {
  /**
   * @param {Buffer} bytes never written to again
   * @param {object} origin the `generation` identifies the value in the store; the `tokens` are those of the fragment
   *   and of all that it was made of, last compared with the store's at `confirmedAt`; `isFresh` is false if a part was
   *   stale; `began` is the number of `Invalidations` at which it was looked up or loaded
   */
  constructor (bytes, { definition, key }, { generation, tokens, isFresh, began, confirmedAt }) {
    super(undefined, bytes)
    this.kind = definition.name
    Object.assign(this, { key, generation, tokens, isFresh, began, confirmedAt }, definition.lifetime(isFresh))
    /** The fragment as a page, for all calls. An empty fragment has no chunk. */
    this.page = warnIfPrinted(Promise.resolve(new Rendered(bytes.length === 0 ? [] : [this])), this.kind)
    /** Whether the store has had it. If so, anything else that it has now is newer. */
    this.isStored = false
    /**
     * Why the store has not taken it, and its `marker` before.
     *
     * @type {{ reason: string, marker?: string } | undefined}
     */
    this.refusal = undefined
    /** If not stored: the store's generation at the first comparison; may predate ours. @type {string | undefined} */
    this.before = undefined
    /** The cache that counts its bytes. @type {import('./fragment-cache').FragmentCache | undefined} */
    this.cache = undefined
  }

  /** Takes what the constructor takes. @returns {Promise<FragmentEntry>} deflated already if it is long */
  static async create (...args) {
    const fragment = new FragmentEntry(...args)
    await fragment.deflateAhead()
    return fragment
  }

  /** Notes that the store had its tokens, and its marker if it is fresh, when the reading of them began. */
  confirm (comparedAt, isFresh, ttl) {
    this.isFresh = isFresh
    this.confirmedAt = Math.max(this.confirmedAt, comparedAt)
    // The marker may outlive the time of this process by a tenth: do not ask for it at each call.
    if (isFresh && this.refusal === undefined) {
      this.freshUntil = Math.max(this.freshUntil, comparedAt + Math.min(ttl, SECOND))
    }
  }

  // The cache counts each form when it is made.

  get text () {
    return this._text ?? this.counted(super.text)
  }

  get deflated () {
    return this._deflated ?? this.counted(super.deflated)
  }

  counted (form) {
    this.cache?.recount(this)
    return form
  }

  /** The bytes of all forms made so far. A string may take two bytes for each character. */
  get memory () {
    return this.byteLength + 2 * (this._text?.length ?? 0) + (this._deflated?.length ?? 0)
  }
}

brand(FragmentEntry, undefined, 'CachedFragment')

module.exports = { FragmentEntry }
