'use strict'

const { encodedTag, entityTag, weakened } = require('./validator')
const { GzipMember } = require('./gzip')
const { countHit } = require('./recompression')

const UNENCODED = ['identity']

/**
 * A page as one client gets it: its content coding, its validator, its bytes
 * (RFC 9110, section 3.2). Each is made when it is first asked for, in any order.
 */
class Representation {
  #key
  #entry
  #coding
  #page
  #body
  #member

  /**
   * @param {boolean} settings.deflatesText see `GzipMember`
   * @param {string[]} [settings.accepted] the content codings that the client
   *   takes, what it likes best first; nothing if the page is not to be encoded
   * @param {string} [settings.unencoded] why not
   */
  constructor (rendered, { etag, deflatesText, memo, accepted, unencoded }) {
    this.rendered = rendered
    this.etag = etag
    this.deflatesText = deflatesText
    this.memo = memo
    this.accepted = accepted ?? UNENCODED
    /** Whether the coding depends on what the client takes. */
    this.isNegotiated = accepted !== undefined
    this.unencoded = unencoded
    /** What it took to build, in milliseconds, where that is measured. */
    this.duration = 0
  }

  get byteLength () {
    return this.rendered.byteLength
  }

  /** There is nothing that may have changed, see `LargeRepresentation`. */
  check () {}

  /** The entity tag of the page as it is, which is its key in the memo as well; empty where nobody needs one. */
  get key () {
    this.#key ??= this.memo || typeof this.etag === 'string' ? entityTag(this.rendered, this.isStrong ? 'strong' : 'weak') : ''
    return this.#key
  }

  /** What the memo holds of the page. @type {import('./memo').Entry | undefined} */
  get entry () {
    if (this.#entry === undefined) this.#entry = this.memo?.find(this.key, this.rendered) ?? null
    return this.#entry ?? undefined
  }

  /** Whether the memo has the page. */
  get isHit () {
    return this.entry !== undefined
  }

  /** Whether the validator is of the very bytes that are sent. */
  get isStrong () {
    return this.etag === 'strong'
  }

  /** The entity tag of what is sent, if there is one; a weak one is the same for every coding. */
  get tag () {
    const { etag } = this
    if (!etag) return undefined
    if (typeof etag === 'function') return this.#ownTag
    return this.isStrong ? encodedTag(this.key, this.coding) : this.key
  }

  /** What the app's function makes of the page; strong, it would be wrong for encoded bytes (RFC 9110, section 8.8.3.3). */
  get #ownTag () {
    const tag = this.etag(this.page)
    return tag && this.coding !== 'identity' ? weakened(String(tag)) : tag
  }

  /** The content coding: the best that is there, if need be one that gains nothing. */
  get coding () {
    const { accepted } = this
    this.#coding ??= accepted.find((coding) => this.#offers(coding)) ?? (accepted.includes('gzip') ? 'gzip' : 'identity')
    return this.#coding
  }

  /** The page as it is. It may be kept by whoever gets it. */
  get page () {
    this.#page ??= this.entry?.bodies.identity ?? this.rendered.toBuffer()
    return this.#page
  }

  /** What is sent. */
  get body () {
    return this.#body ?? this.assemble()
  }

  /** Makes the body now, as long as nobody else's page has been encoded. */
  assemble () {
    this.#body = this.#fromMemo() ?? this.#assembleNew()
    return this.#body
  }

  #fromMemo () {
    const { accepted: [coding], deflatesText, entry, isStrong, key, memo, rendered } = this
    if (entry === undefined) return undefined
    if (deflatesText) countHit(memo, key, entry, { coding, isStrong, rendered })
    return entry.bodies[this.coding]
  }

  #assembleNew () {
    const { coding, entry, key, memo, rendered } = this
    const body = coding === 'gzip' ? this.#gzip.toBuffer() : this.page
    if (entry) memo.grow(key, entry, coding, body)
    else if (memo?.admits(key)) memo.keep(key, rendered, coding, body)
    return body
  }

  /** The page spliced as gzip. */
  get #gzip () {
    this.#member ??= new GzipMember(this.rendered, { deflatesText: this.deflatesText })
    return this.#member
  }

  /** @returns {boolean} whether the page can be sent in it now, and gains by it */
  #offers (coding) {
    if (coding === 'identity' || this.entry?.bodies[coding]) return true
    return coding === 'gzip' && this.#gzip.pays
  }
}

module.exports = { Representation }
