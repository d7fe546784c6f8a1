'use strict'

const etagOf = require('etag')
const { GzipMember, GzipStream } = require('../codings/gzip/gzip')
const { PageStream, unencoded: plain } = require('./page-stream')
const { countHit } = require('./recompression')
const { encodedTag, entityTag, weakened } = require('./validator')
const { LargeFile } = require('../page/large-file')
const { Rendered } = require('../page/rendered')
const { StreamingRender } = require('../streaming/streaming-render')

const UNENCODED = ['identity']

/**
 * A page as one client receives it (RFC 9110, section 3.2).
 *
 * @typedef {object} Representation
 * @property {Rendered} rendered
 * @property {'br' | 'dcz' | 'gzip' | 'identity'} coding the content coding
 * @property {boolean} isNegotiated whether the coding depends on the client's Accept-Encoding
 * @property {import('../codings/dcz/served-dictionary').Offer} [offer] what the page does for a client with a dictionary, or that may fetch one
 * @property {string} [unencoded] the reason why the page must not be encoded
 * @property {string | false | undefined} tag the entity tag, if there is one
 * @property {number} byteLength the length of the unencoded page
 * @property {boolean} isHit whether the memo has the page
 * @property {boolean} isStreamed whether the page is encoded while it is sent, so that its length is unknown
 * @property {() => import('./write-body').Body | PageStream} body makes the bytes that are sent: a 304 needs none
 * @property {() => Promise<void>} [check] rejects if a file has changed since the page was rendered
 */

/**
 * Decides the content coding and the validator of a page, and how its bytes are made. The coding is the client's preferred one that is
 * available and makes the page shorter.
 *
 * @param {object} settings of the responder, and
 * @param {string[]} [settings.accepted] the content codings that the client accepts, in its order of preference; `undefined` if the page
 *   must not be encoded
 * @param {() => boolean} [settings.mayStream] false if middleware expects the page in one `end`
 * @returns {Representation}
 */
function represent (rendered, { etag, deflatesText, memo, accepted = UNENCODED, offer, unencoded, mayStream = () => true }) {
  const isStrong = etag === 'strong'
  // The entity tag of the unencoded page is also its key in the memo.
  const key = memo || typeof etag === 'string' ? entityTag(rendered, isStrong ? 'strong' : 'weak') : ''
  const entry = memo?.find(key, rendered)
  const isHit = entry !== undefined

  let gzip
  const isAvailable = (coding) => {
    if (coding === 'identity' || entry?.bodies[coding] !== undefined) return true
    if (coding !== 'gzip') return false
    gzip = new GzipMember(rendered, { deflatesText, isStrong })
    return gzip.pays
  }
  const frame = offer?.frameOf?.(rendered, { deflatesText })
  const coding = frame?.pays ? 'dcz' : accepted.find(isAvailable) ?? (gzip === undefined ? 'identity' : 'gzip')
  const isStreamed = coding === 'gzip' && gzip?.isLong === true && mayStream()

  const page = typeof etag === 'function' ? entry?.bodies.identity ?? rendered.toBuffer() : undefined
  const tag = page !== undefined ? tagByApp(etag, page, coding) : isStrong ? encodedTag(key, coding, frame?.name) : etag && key

  function body () {
    if (isHit && deflatesText && coding !== 'dcz' && accepted[0] === 'br') countHit(memo, key, entry, isStrong, rendered)
    const existing = entry?.bodies[coding]
    if (existing !== undefined) return existing

    const isAdmitted = !isHit && memo?.admits(key)
    if (isStreamed) {
      // The memo has no body of it until `countHit` compresses one.
      if (isAdmitted) memo.store(key, rendered)
      // The first, empty part sends the head at once.
      return new PageStream(StreamingRender.of(rendered), new GzipStream({ deflatesText }), new Rendered([]))
    }
    if (coding === 'identity' && !isHit && !isAdmitted && page === undefined && rendered.hasLongFragment) return rendered.toBuffers()

    const encoded = coding === 'dcz' ? frame : gzip
    const made = coding === 'identity' ? page ?? rendered.toBuffer() : encoded.toBuffer()
    if (isHit) memo.addBody(key, entry, coding, made)
    else if (isAdmitted) memo.store(key, rendered, coding, made)
    return made
  }

  return { rendered, coding, isNegotiated: accepted !== UNENCODED, offer, unencoded, tag, byteLength: rendered.byteLength, isHit, isStreamed, body }
}

/** @returns {string | undefined} the tag that the app's function gives for the page; weak for encoded bytes (RFC 9110, section 8.8.3.3) */
function tagByApp (etag, page, coding) {
  const tag = etag(page)
  return tag && coding !== 'identity' ? weakened(String(tag)) : tag
}

/**
 * Represents a page with a large file, which is read while the page is sent: never encoded, and never in the memo.
 *
 * The tag is weak, since a change of a file is detected by its length and time only. A function of the app is not called: it
 * takes the whole body. Express does not call it for `res.sendFile` either.
 *
 * @returns {Representation}
 */
function representLarge (rendered, { etag, onError }) {
  const files = rendered.chunks.filter((chunk) => chunk instanceof LargeFile)
  // Ignores substitutes of `onError`: the length of the page is already sent.
  const report = onError && (async (error) => { await onError(error) })
  return {
    rendered,
    coding: 'identity',
    isNegotiated: false,
    offer: undefined,
    unencoded: undefined,
    tag: etag ? etagOf(rendered.identityBytes, { weak: true }) : undefined,
    byteLength: rendered.byteLength,
    isHit: false,
    isStreamed: false,
    body: () => new PageStream(StreamingRender.of(rendered, report), plain),
    check: () => Promise.all(files.map((file) => file.check()))
  }
}

module.exports = { represent, representLarge }
