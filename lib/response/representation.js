'use strict'

const { encodedTag, entityTag } = require('./etag')
const { GzipMember } = require('./gzip')
const { countHit } = require('./tiers')

const UNENCODED = ['identity']

/**
 * A page as one client gets it: its content coding, its validator, its bytes
 * (RFC 9110, section 3.2). Each is made when it is asked for.
 */
class Representation {
  /**
   * @param {import('../template/rendered').Rendered} rendered
   * @param {object} settings
   * @param {'weak' | 'strong'} [settings.strength] of the validator, if there is
   *   to be one; a strong one is of the very bytes
   * @param {boolean} settings.deflatesText see `GzipMember`
   * @param {import('./memo').Memo} [settings.memo]
   * @param {string[]} [settings.accepted] the content codings that the client
   *   takes, what it likes best first
   * @param {import('./output-memory').OutputMemory} [settings.memory] where a
   *   body is assembled that nobody keeps
   */
  constructor (rendered, { strength, deflatesText, memo, accepted, memory }) {
    this.rendered = rendered
    this.byteLength = rendered.byteLength
    this.renderDuration = rendered.duration
    this.isStrong = strength === 'strong'
    this.deflatesText = deflatesText
    this.memo = memo
    this.memory = memory
    /** Whether the coding depends on what the client takes. */
    this.isNegotiated = accepted !== undefined
    this.accepted = accepted ?? UNENCODED
    this._coding = undefined
    this._page = undefined
    this._body = undefined
    this._member = undefined
    /** The entity tag of the page as it is, which is its key in the memo as well. */
    this.key = strength || memo ? entityTag(rendered, strength ?? 'weak') : undefined
    this.entry = memo?.find(this.key, rendered)
    /** Whether the body is in memory that is to be given back. */
    this.isLent = false
    /** Whether the app itself has set an entity tag. */
    this.isTagged = false
    /** What it took to make, in milliseconds, where that is measured. */
    this.duration = 0
  }

  /** The entity tag of what is sent; a weak one is the same for every coding. */
  get tag () {
    return this.isStrong ? encodedTag(this.key, this.coding) : this.key
  }

  /** The content coding: the best that is there, if need be one that gains nothing. */
  get coding () {
    const { accepted } = this
    this._coding ??= accepted.find((coding) => this.offers(coding)) ?? (accepted.includes('gzip') ? 'gzip' : 'identity')
    return this._coding
  }

  /** The page as it is. */
  get page () {
    this._page ??= this.entry?.bodies.identity ?? this.rendered.toBuffer()
    return this._page
  }

  /** What is sent. */
  get body () {
    if (this._body === undefined) this.encode()
    return this._body
  }

  /**
   * Makes what is sent, and keeps it for the next one who asks for it. What it
   * is made of is let go: a page's many strings would outlive the youngest
   * generation if they were held to the end of the turn.
   */
  encode () {
    this._body = this.fromMemo() ?? this.assemble()
    this.rendered = undefined
    this._member = undefined
  }

  /**
   * @returns {Buffer | undefined}
   */
  fromMemo () {
    if (!this.entry) return undefined
    this.countHit()
    return this.entry.bodies[this.coding]
  }

  /**
   * @returns {Buffer}
   */
  assemble () {
    const { coding, entry, key, memo, rendered } = this
    if (entry === undefined && !memo?.admits(key)) return this.assembleOnce()

    const body = coding === 'gzip' ? this.member.toBuffer() : this.page
    if (entry) memo.grow(key, entry, coding, body)
    else memo.keep(key, rendered, coding, body)
    return body
  }

  /**
   * @returns {Buffer} what nobody keeps
   */
  assembleOnce () {
    const { coding, memory } = this
    // A page that the app's own function has seen may be kept by it.
    if (coding === 'identity' && this._page) return this._page
    this.isLent = memory !== undefined
    return (coding === 'gzip' ? this.member : this.rendered).toBuffer(memory?.take)
  }

  /** The page spliced as gzip. */
  get member () {
    this._member ??= new GzipMember(this.rendered, { deflatesText: this.deflatesText })
    return this._member
  }

  /**
   * @param {string} coding
   * @returns {boolean} whether the page can be sent in it now, and gains by it
   */
  offers (coding) {
    if (coding === 'identity' || this.entry?.bodies[coding]) return true
    return coding === 'gzip' && this.member.pays
  }

  countHit () {
    const { accepted: [coding], deflatesText, entry, isStrong, key, memo, rendered } = this
    if (deflatesText) countHit(memo, key, entry, { coding, isStrong, rendered })
  }
}

module.exports = { Representation }
