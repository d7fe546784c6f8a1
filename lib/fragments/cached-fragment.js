'use strict'

const { brand } = require('../page/brand')
const { StaticFragment } = require('../page/static-fragment')

/** The bytes of a cached fragment. The cache counts each of their forms when it is made. */
class CachedFragment extends StaticFragment {
  /**
   * @param {Buffer} bytes never written to again
   * @param {string} kind the name of its definition
   */
  constructor (bytes, kind) {
    super(undefined, bytes)
    this.kind = kind
    /** What the fragment was made of. @type {import('./entry').Entry | undefined} */
    this.entry = undefined
  }

  /** @returns {Promise<CachedFragment>} deflated already if it is long */
  static async create (bytes, kind) {
    const fragment = new CachedFragment(bytes, kind)
    await fragment.deflateAhead()
    return fragment
  }

  get text () {
    if (this._text !== undefined) return this._text
    const text = super.text
    this.entry?.cache?.recount(this.entry)
    return text
  }

  get deflated () {
    if (this._deflated !== undefined) return this._deflated
    const deflated = super.deflated
    this.entry?.cache?.recount(this.entry)
    return deflated
  }

  /** The bytes of all forms made so far. A string may take two bytes for each character. */
  get memory () {
    return this.byteLength + 2 * (this._text?.length ?? 0) + (this._deflated?.bytes.length ?? 0)
  }
}

brand(CachedFragment)

module.exports = { CachedFragment }
