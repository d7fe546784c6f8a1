'use strict'

const { encodedTag, entityTag, weakened } = require('./validator')
const { GzipMember, GzipStream } = require('./gzip')
const { PageStream } = require('./page-stream')
const { Rendered } = require('../page/rendered')
const { StreamingRender } = require('../streaming/streaming-render')
const { countHit } = require('./recompression')

const UNENCODED = ['identity']

/**
 * A page as one client receives it: content coding, validator and bytes (RFC 9110, section 3.2). The coding is
 * decided at once; bytes are assembled when they are needed, since a 304 needs none.
 */
class Representation {
  #member
  #page
  #body

  /**
   * @param {object} settings
   * @param {import('./responder').Etag} settings.etag
   * @param {boolean} settings.deflatesText see `GzipMember`
   * @param {import('./memo').Memo} [settings.memo]
   * @param {string[]} [settings.accepted] the content codings that the client accepts, in its order of
   *   preference; `undefined` if the page must not be encoded
   * @param {string} [settings.unencoded] the reason why the page must not be encoded
   */
  constructor (rendered, { etag, deflatesText, memo, accepted = UNENCODED, unencoded }) {
    this.rendered = rendered
    this.etag = etag
    this.deflatesText = deflatesText
    this.memo = memo
    this.accepted = accepted
    this.unencoded = unencoded
    /** The time to build it in milliseconds, if it is measured. */
    this.duration = 0
    this.byteLength = rendered.byteLength
    /** Whether the coding depends on the client's Accept-Encoding. */
    this.isNegotiated = accepted !== UNENCODED
    /** The entity tag of the unencoded page, which is also its key in the memo; empty if neither is needed. */
    this.key = memo || typeof etag === 'string' ? entityTag(rendered, etag === 'strong' ? 'strong' : 'weak') : ''
    /** The page's entry in the memo. @type {import('./memo').Entry | undefined} */
    this.entry = memo?.find(this.key, rendered)
    this.isHit = this.entry !== undefined
    /** The content coding: the preferred one that is available, or an accepted one without gain. */
    this.coding = accepted.find((coding) => this.#offers(coding)) ?? (accepted.includes('gzip') ? 'gzip' : 'identity')
    /** Whether the page is encoded while it is sent. Its length is unknown then. */
    this.isStreamed = this.coding === 'gzip' && this.entry?.bodies.gzip === undefined && this.#gzip.isLong
  }

  /** @returns {boolean} whether the page is available in this coding, and shorter */
  #offers (coding) {
    return coding === 'identity' || this.entry?.bodies[coding] !== undefined || (coding === 'gzip' && this.#gzip.pays)
  }

  /** The page spliced as gzip. */
  get #gzip () {
    this.#member ??= new GzipMember(this.rendered, this)
    return this.#member
  }

  /** Does nothing: only a large file can change, see `LargeRepresentation`. */
  check () {}

  /** The entity tag of the response, if there is one. A tag for encoded bytes is another one, or weak (RFC 9110, section 8.8.3.3). */
  get tag () {
    const { coding, etag, key } = this
    if (typeof etag !== 'function') return etag === 'strong' ? encodedTag(key, coding) : etag && key
    const tag = etag(this.page)
    return tag && coding !== 'identity' ? weakened(String(tag)) : tag
  }

  /** The unencoded page. Callers may keep the buffer. */
  get page () {
    this.#page ??= this.entry?.bodies.identity ?? this.rendered.toBuffer()
    return this.#page
  }

  /** The bytes that are sent, see `write-body.js` for a list. @type {Buffer | Buffer[] | PageStream} */
  get body () {
    return this.#body ?? this.assemble()
  }

  /** Assembles the body now, before the encoded text is overwritten by another page. */
  assemble () {
    this.#body = (this.entry && this.#fromMemo()) ?? this.#assembleNew()
    return this.#body
  }

  #fromMemo () {
    const { accepted: [coding], deflatesText, entry, etag, key, memo, rendered } = this
    if (deflatesText) countHit(memo, key, entry, { coding, isStrong: etag === 'strong', rendered })
    return entry.bodies[this.coding]
  }

  #assembleNew () {
    const { coding, entry, isStreamed, key, memo, rendered } = this
    const isAdmitted = !entry && memo?.admits(key)
    if (isStreamed) {
      // The memo has no body of it until `countHit` compresses one.
      if (isAdmitted) memo.store(key, rendered)
      // The first, empty part sends the head at once.
      return new PageStream(StreamingRender.of(rendered), new GzipStream(this), new Rendered([]))
    }
    if (coding === 'identity' && !entry && !isAdmitted && this.#page === undefined && rendered.hasLongFragment) return rendered.toBuffers()

    const body = coding === 'gzip' ? this.#gzip.toBuffer() : this.page
    if (entry) memo.grow(key, entry, coding, body)
    else if (isAdmitted) memo.store(key, rendered, coding, body)
    return body
  }
}

module.exports = { Representation }
