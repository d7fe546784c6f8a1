'use strict'

const { encodedTag, entityTag, weakened } = require('./validator')
const { GzipMember } = require('./gzip')
const { GzipStream } = require('./gzip-stream')
const { PageStream } = require('./page-stream')
const { Rendered } = require('../page/rendered')
const { StreamingRender } = require('../streaming/streaming-render')
const { countHit } = require('./recompression')

const UNENCODED = ['identity']

/**
 * A page as one client receives it: content coding, validator and bytes
 * (RFC 9110, section 3.2). Each is computed on first use, in any order.
 */
class Representation {
  #key
  #entry
  #coding
  #page
  #body
  #member

  /**
   * @param {import('../page/rendered').Rendered} rendered
   * @param {object} settings
   * @param {import('./responder').Etag} settings.etag
   * @param {boolean} settings.deflatesText see `GzipMember`
   * @param {import('./memo').Memo} [settings.memo]
   * @param {string[]} [settings.accepted] the content codings that the client accepts, in its order of
   *   preference; `undefined` if the page must not be encoded
   * @param {string} [settings.unencoded] the reason why the page must not be encoded
   */
  constructor (rendered, { etag, deflatesText, memo, accepted, unencoded }) {
    this.rendered = rendered
    this.etag = etag
    this.deflatesText = deflatesText
    this.memo = memo
    this.accepted = accepted ?? UNENCODED
    /** Whether the coding depends on the client's Accept-Encoding. */
    this.isNegotiated = accepted !== undefined
    this.unencoded = unencoded
    /** The time to build it in milliseconds, if it is measured. */
    this.duration = 0
  }

  get byteLength () {
    return this.rendered.byteLength
  }

  /** Does nothing: only a large file can change, see `LargeRepresentation`. */
  check () {}

  /** The entity tag of the unencoded page, which is also its key in the memo; empty if neither is needed. */
  get key () {
    this.#key ??= this.memo || typeof this.etag === 'string' ? entityTag(this.rendered, this.isStrong ? 'strong' : 'weak') : ''
    return this.#key
  }

  /** The page's entry in the memo. @type {import('./memo').Entry | undefined} */
  get entry () {
    if (this.#entry === undefined) this.#entry = this.memo?.find(this.key, this.rendered) ?? null
    return this.#entry ?? undefined
  }

  /** Whether the memo has the page. */
  get isHit () {
    return this.entry !== undefined
  }

  /** Whether the validator is strong, that is, identifies the exact bytes. */
  get isStrong () {
    return this.etag === 'strong'
  }

  /** The entity tag of the response, if there is one. A weak tag is the same for every coding. */
  get tag () {
    const { etag } = this
    if (!etag) return undefined
    if (typeof etag === 'function') return this.#ownTag
    return this.isStrong ? encodedTag(this.key, this.coding) : this.key
  }

  /** The tag from the app's function. It becomes weak for encoded bytes (RFC 9110, section 8.8.3.3). */
  get #ownTag () {
    const tag = this.etag(this.page)
    return tag && this.coding !== 'identity' ? weakened(String(tag)) : tag
  }

  /** The content coding: the preferred one that is available, or an accepted one without gain. */
  get coding () {
    const { accepted } = this
    this.#coding ??= accepted.find((coding) => this.#offers(coding)) ?? (accepted.includes('gzip') ? 'gzip' : 'identity')
    return this.#coding
  }

  /** The unencoded page. Callers may keep the buffer. */
  get page () {
    this.#page ??= this.entry?.bodies.identity ?? this.rendered.toBuffer()
    return this.#page
  }

  /** Whether the page is encoded while it is sent. Its length is unknown then. */
  get isStreamed () {
    const { coding, entry } = this
    return coding === 'gzip' && entry?.bodies.gzip === undefined && this.#gzip.isLong
  }

  /** The bytes that are sent, see `write-body.js` for a list. @type {Buffer | Buffer[] | PageStream} */
  get body () {
    return this.#body ?? this.assemble()
  }

  /** Assembles the body now, before the encoded text is overwritten by another page. */
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
    if (this.isStreamed) {
      // The memo has no body of it until `countHit` compresses one.
      if (!entry && memo?.admits(key)) memo.store(key, rendered)
      // The first, empty part sends the head at once.
      return new PageStream(StreamingRender.of(rendered), new GzipStream(this), new Rendered([]))
    }
    const isAdmitted = !entry && memo?.admits(key)
    if (coding === 'identity' && !entry && !isAdmitted && this.#page === undefined && rendered.hasLongFragment) return rendered.toBuffers()

    const body = coding === 'gzip' ? this.#gzip.toBuffer() : this.page
    if (entry) memo.grow(key, entry, coding, body)
    else if (isAdmitted) memo.store(key, rendered, coding, body)
    return body
  }

  /** The page spliced as gzip. */
  get #gzip () {
    this.#member ??= new GzipMember(this.rendered, { deflatesText: this.deflatesText })
    return this.#member
  }

  /** @returns {boolean} whether the page is available in this coding, and shorter */
  #offers (coding) {
    if (coding === 'identity' || this.entry?.bodies[coding]) return true
    return coding === 'gzip' && this.#gzip.pays
  }
}

module.exports = { Representation }
