'use strict'

const { channel } = require('node:diagnostics_channel')
const fresh = require('fresh')
const vary = require('vary')
const { isUntransformed } = require('./interference')
const { PageStream } = require('./page-stream')
const { weakened } = require('./validator')
const { lengthOf } = require('./write-body')

const HTML = 'text/html; charset=utf-8'

/** RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5. */
const WITHOUT_CONTENT = new Set([204, 205, 304])

/** Publishes every response: `{ status, encoding, bytes, memo, unencoded }`; `bytes` is unknown for a page that is rendered or encoded while it is sent. */
const responses = channel('buffered-render:response')

/**
 * Sets the status and the headers of a response with a page. Headers that are already set stay unchanged.
 *
 * @param {() => boolean} isFresh is called after the validators are set: whether the client has this page
 * @returns {import('./write-body').Body | import('./page-stream').PageStream} the body; empty text
 *   for a status without content, `undefined` for HEAD, as Express ends such responses
 * @throws {RangeError} if there is no memory for the body; the response has no entity tag of the page then
 */
function setHead (req, res, representation, isFresh) {
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', HTML)
  if (representation.isNegotiated) addVary(res, representation.offer?.varies ? 'Accept-Encoding, Available-Dictionary' : 'Accept-Encoding')
  const given = res.getHeader('ETag')
  setEntityTag(res, given, representation)
  if (isFresh()) res.statusCode = 304
  try {
    const body = setContentHeaders(req, res, representation)
    if (representation.offer !== undefined) addOffer(res, representation, body)
    publish(res, representation, body)
    return body
  } catch (error) {
    if (!given) res.removeHeader('ETag')
    throw error
  }
}

/** RFC 9110, section 12.5.5. The package `vary` takes longer where no header is there to merge with. */
function addVary (res, fields) {
  if (res.hasHeader('Vary')) vary(res, fields)
  else res.setHeader('Vary', fields)
}

/** RFC 9842, sections 2.2 and 3. No shared cache may keep what is sent to clients with a dictionary: many ignore `Vary`. */
function addOffer (res, { byteLength, coding, offer: { counts, link } }, body) {
  if (link !== undefined) res.appendHeader('Link', link)
  if (coding !== 'dcz') return
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'private')
  if (!body) return
  counts.pages++
  counts.savedBytes += byteLength - body.length
}

/** Keeps other middleware and proxies from compressing a page that is sent unencoded (RFC 9111, section 5.2.2.6). */
function forbidTransform (res) {
  const given = res.getHeader('Cache-Control')
  if (!isUntransformed(res)) res.setHeader('Cache-Control', given?.length > 0 ? `${given}, no-transform` : 'no-transform')
}

/** @returns {boolean} whether a response with this final status has a body */
function hasContent ({ method }, { statusCode }) {
  return method !== 'HEAD' && !WITHOUT_CONTENT.has(statusCode)
}

/** Sets the headers of the content, if the final status has any. @returns see `setHead` */
function setContentHeaders ({ method }, res, representation) {
  const isHead = method === 'HEAD'
  if (withoutContent(res)) return isHead ? undefined : ''

  const { byteLength, coding, isStreamed } = representation
  // For HEAD, no body is made whose length is known already, or does not matter.
  const body = isHead && (coding === 'identity' || isStreamed) ? undefined : representation.body()
  if (coding !== 'identity') res.setHeader('Content-Encoding', coding)
  if (!res.hasHeader('Transfer-Encoding')) {
    if (isStreamed) res.removeHeader('Content-Length')
    else res.setHeader('Content-Length', String(coding === 'identity' ? byteLength : body.length))
  }
  return isHead ? undefined : body
}

/**
 * Sets the entity tag. A tag that the app has set stays, but becomes weak if the page is
 * encoded, since its bytes differ (RFC 9110, section 8.8.3.3).
 */
function setEntityTag (res, given, { coding, tag }) {
  if (given && coding !== 'identity') res.setHeader('ETag', weakened(String(given)))
  else if (!given && tag) res.setHeader('ETag', tag)
}

/**
 * Removes the headers that describe a page which is not sent after all, unless middleware has encoded the page again.
 *
 * @param {{ isNegotiated: boolean, isTagged: boolean, coding: string }} page for which the head was set; tagged by the app itself
 * @param {boolean} hasReplacement if false, as for a 304, the page's validator stays
 */
function removePageHeaders (res, { isNegotiated, isTagged, coding }, hasReplacement) {
  const encoding = isNegotiated && coding !== 'identity' ? coding : undefined
  if (res.getHeader('Content-Encoding') !== encoding) return
  res.removeHeader('Content-Encoding')
  if (hasReplacement && !isTagged) res.removeHeader('ETag')
}

/** @returns {boolean} whether the request is conditional, so that a 304 may be enough */
function isConditional ({ headers }) {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
}

/** RFC 9110, section 13.1. @returns {boolean} whether the client already has this page */
function isFreshResponse (req, res) {
  if (!isConditional(req)) return false
  const { method, headers } = req
  if ((method !== 'GET' && method !== 'HEAD') || res.statusCode >= 300) return false
  return fresh(headers, { etag: res.getHeader('ETag'), 'last-modified': res.getHeader('Last-Modified') })
}

/** Removes the headers that describe content, if the status allows no content. @returns {boolean} whether it allows none */
function withoutContent (res) {
  if (!WITHOUT_CONTENT.has(res.statusCode)) return false
  res.removeHeader('Transfer-Encoding')
  // RFC 9110, section 15.3.6.
  if (res.statusCode === 205) {
    res.setHeader('Content-Length', '0')
  } else {
    res.removeHeader('Content-Type')
    res.removeHeader('Content-Length')
  }
  return true
}

/** @param {Partial<import('./representation').Representation>} representation empty for a streaming render */
function publish (res, { byteLength, coding, isHit = false, unencoded }, body) {
  if (!responses.hasSubscribers) return
  responses.publish({
    status: res.statusCode,
    encoding: res.getHeader('Content-Encoding') ?? 'identity',
    bytes: body instanceof PageStream ? (coding === 'identity' ? byteLength : undefined) : lengthOf(body),
    memo: isHit,
    unencoded
  })
}

module.exports = { HTML, WITHOUT_CONTENT, forbidTransform, hasContent, isConditional, isFreshResponse, publish, removePageHeaders, setHead, withoutContent }
