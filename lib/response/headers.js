'use strict'

const { channel } = require('node:diagnostics_channel')
const fresh = require('fresh')

/** RFC 9111, section 5.2.2.6. */
const NO_TRANSFORM = /(?:^|,)\s*no-transform\s*(?:,|$)/i

const HTML = 'text/html; charset=utf-8'

/** RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5. */
const WITHOUT_CONTENT = new Set([204, 205, 304])

/** Publishes responses: `{ status, encoding, bytes, memo, unencoded }`; `bytes` only if known at the start. */
const responses = channel('buffered-render:response')

/** @returns {boolean} whether a response with this final status has a body */
function hasContent ({ method }, { statusCode }) {
  return method !== 'HEAD' && !WITHOUT_CONTENT.has(statusCode)
}

/**
 * Removes the headers that describe a page which is not sent after all, unless middleware has encoded the page again.
 *
 * @param {{ isTagged: boolean, contentEncoding: string | undefined }} head that of the page; `isTagged` if the app has
 *   set the tag
 * @param {boolean} hasReplacement if false, as for a 304, the page's validator stays
 */
function removePageHeaders (res, { isTagged, contentEncoding }, hasReplacement) {
  if (res.getHeader('Content-Encoding') !== contentEncoding) return
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

/** Removes the headers of content, if the status allows none. @returns {boolean} whether it allows none */
function removeContentHeaders (res) {
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

/** Removes the headers of a body, and its tag, whose head could not be written: an error page has a different body. */
function removeBodyHeaders (res, isEncoded, tag) {
  if (res.headersSent) return
  if (tag !== undefined && res.getHeader('ETag') === tag) res.removeHeader('ETag')
  res.removeHeader('Content-Length')
  if (isEncoded) res.removeHeader('Content-Encoding')
}

/** Keeps other middleware and proxies from compressing a page that is sent unencoded (RFC 9111, section 5.2.2.6). */
function forbidTransform (res) {
  if (isUntransformed(res)) return
  const given = res.getHeader('Cache-Control')
  res.setHeader('Cache-Control', given?.length > 0 ? `${given}, no-transform` : 'no-transform')
}

function isUntransformed (res) {
  return NO_TRANSFORM.test(String(res.getHeader('Cache-Control') ?? ''))
}

/**
 * RFC 9842, sections 2.2 and 3. No shared cache may keep what is encoded for a dictionary: many ignore `Vary`.
 *
 * @param {import('./respond').Representation} representation one with an `offer`
 * @param {import('./respond').Body} body
 */
function addOffer (res, { coding, offer: { counts, link }, rendered }, body) {
  if (link !== undefined) res.appendHeader('Link', link)
  if (!coding.needsDictionary) return
  if (!res.hasHeader('Cache-Control')) res.setHeader('Cache-Control', 'private')
  if (body === undefined || body.length === 0) return
  counts.pages++
  counts.savedBytes += rendered.byteLength - body[0].length
}

/**
 * Publishes a response, once its headers are set.
 *
 * @param {Partial<import('./respond').Representation>} representation empty for a streaming render
 * @param {number} [bytes] the length of the body; `undefined` while it is not known
 */
function publish (res, { entry, unencoded }, bytes) {
  const encoding = res.getHeader('Content-Encoding') ?? 'identity'
  responses.publish({ status: res.statusCode, encoding, bytes, memo: entry !== undefined, unencoded })
}

module.exports = {
  HTML,
  WITHOUT_CONTENT,
  addOffer,
  forbidTransform,
  hasContent,
  isConditional,
  isFreshResponse,
  isUntransformed,
  publish,
  removeBodyHeaders,
  removeContentHeaders,
  removePageHeaders,
  responses
}
