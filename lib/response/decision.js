'use strict'

const etagOf = require('etag')
const { identity } = require('../codings/identity')
const { acceptedCodings } = require('../codings/negotiation')
const { LargeFile } = require('../page/large-file')
const { mayBeRewritten, whyUnencoded } = require('./interference')
const { encodedTag, entityTag, weakened } = require('./validator')

/** @typedef {'weak' | 'strong' | false | ((body: Buffer) => string | undefined)} Etag a function is the app's */

/**
 * A request, and what its framework knows of it.
 *
 * @typedef {object} Exchange
 * @property {import('node:http').IncomingMessage} req
 * @property {import('node:http').ServerResponse} res
 * @property {Etag} [etag]
 * @property {{ fresh: boolean }} [framework] says whether the client has the page, by the validators of `res`
 * @property {import('./slots').Reader} reader of the body
 */

/**
 * How a page is sent to one client: its representation (RFC 9110, section 3.2). All properties are always set, so that
 * V8 gives all decisions one shape.
 *
 * @typedef {object} Decision
 * @property {import('../page/rendered').Rendered} rendered
 * @property {LargeFile[]} [files] the large files of the page, which are read while it is sent
 * @property {string} [unencoded] why the page must not be encoded
 * @property {boolean} isNegotiated whether the coding depends on the request
 * @property {import('../codings').Coding[]} accepted by the client, the best first
 * @property {import('../codings/dcz/served-dictionary').Offer} [offer] to a client that has or may fetch a dictionary
 * @property {import('../codings').How} how of its encoders
 * @property {string} key the entity tag of the unencoded page, its key in the memo; empty if nothing needs it
 * @property {import('./memo').Entry} [entry] of the memo
 * @property {import('../codings').Coding} coding
 * @property {import('../codings').Encoder} [encoder] of the page, which may have been encoded to decide
 * @property {boolean} isStreamed whether the page is encoded while it is sent, so that its length is unknown
 * @property {Buffer} [read] the page, if the app's function has read it for the tag
 * @property {string | false} [tag] the entity tag, if there is one
 */

/**
 * Decides how a page is sent, without touching the response: the coding and the tag. A page with a large file is never
 * encoded, and never in the memo.
 *
 * @param {import('./responder').Responder} responder with the options, the dictionary and the memo
 * @returns {Decision}
 * @throws an error of the app's function
 */
function decide (responder, { req, res, etag, reader }, rendered) {
  const { deflatesText, dictionary, isDecided, memo, threshold } = responder
  const { isLarge } = rendered
  const mayEncode = !isLarge && rendered.byteLength >= threshold
  const unencoded = mayEncode ? whyUnencoded(req, res, reader, isDecided) : undefined
  const isNegotiated = mayEncode && !unencoded
  const accepted = isNegotiated ? acceptedCodings(req.headers['accept-encoding'], deflatesText) : [identity]
  const offer = isNegotiated ? dictionary?.offerTo(req, res) : undefined
  const preferred = offer?.coding === undefined ? accepted : [offer.coding, ...accepted]

  const how = { deflatesText, isStrong: etag === 'strong' }
  const hasKey = !isLarge && (memo || typeof etag === 'string')
  const key = hasKey ? entityTag(rendered, how.isStrong ? 'strong' : 'weak') : ''
  const entry = isLarge ? undefined : memo?.find(key, rendered)
  const { coding, encoder } = choose(rendered, preferred, entry, how)
  const isStreamed = encoder?.inParts === true && !mayBeRewritten(reader)
  // The app's function is not called for a page that the app has tagged.
  const isRead = !isLarge && typeof etag === 'function' && !res.getHeader('ETag')
  const read = isRead ? entry?.bodies.identity ?? rendered.toBuffer() : undefined
  const ownTag = () => how.isStrong ? encodedTag(key, coding) : etag && key
  const tag = isLarge ? tagOfLarge(etag, rendered) : isRead ? tagByApp(etag, read, coding) : ownTag()
  const files = isLarge ? rendered.chunks.filter((chunk) => chunk instanceof LargeFile) : undefined
  return {
    rendered, files, unencoded, isNegotiated, accepted, offer, how, key, entry, coding, encoder, isStreamed, read, tag
  }
}

/**
 * Chooses the first coding that the memo has or that makes the page shorter; else the first one that this request can
 * get, since a client may refuse the page as it is.
 *
 * @returns {{ coding: import('../codings').Coding, encoder?: import('../codings').Encoder }}
 */
function choose (rendered, preferred, entry, how) {
  let choice
  for (const coding of preferred) {
    if (coding === identity || entry?.bodies[coding.name] !== undefined) return { coding, encoder: undefined }
    const encoder = coding.encoderOf?.(rendered, how)
    if (encoder?.pays) return { coding, encoder }
    if (encoder !== undefined && coding.isNegotiated) choice ??= { coding, encoder }
  }
  return choice ?? { coding: identity, encoder: undefined }
}

/** @returns {string | undefined} the app's tag; weak for encoded bytes (RFC 9110, section 8.8.3.3) */
function tagByApp (etag, page, coding) {
  const tag = etag(page)
  return tag && coding !== identity ? weakened(tag) : tag
}

/**
 * The tag is weak, since a change of a file is detected by its length and time only. A function of the app is not
 * called: it takes the whole body. Express does not call it for `res.sendFile` either.
 */
function tagOfLarge (etag, rendered) {
  return etag ? etagOf(rendered.identityBytes, { weak: true }) : undefined
}

module.exports = { decide }
