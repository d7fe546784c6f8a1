'use strict'

const { channel } = require('node:diagnostics_channel')
const fresh = require('fresh')
const vary = require('vary')
const { isUntransformed } = require('./coding')
const { PageStream } = require('./page-stream')
const { weakened } = require('./validator')
const { lengthOf } = require('./write-body')

const HTML = 'text/html; charset=utf-8'

/** RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5. */
const WITHOUT_CONTENT = new Set([204, 205, 304])

/** Publishes every response: `{ status, encoding, bytes, memo, unencoded }`; `bytes` is unknown for a page that is rendered or encoded while it is sent. */
const responses = channel('buffered-render:response')

/**
 * Sets the status and the headers of a response with a page. Headers that are already
 * set stay unchanged.
 *
 * @param {object} how
 * @param {() => boolean} how.isFresh is called after the validators are set: whether the client has this page
 * @param {boolean} how.serverTiming whether to add a Server-Timing header
 * @returns {import('./write-body').Body | import('./page-stream').PageStream} the body; empty text
 *   for a status without content, `undefined` for HEAD, as Express ends such responses
 */
function prepareHead (req, res, representation, { isFresh, serverTiming }) {
  const start = serverTiming ? performance.now() : 0
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', HTML)
  if (representation.isNegotiated) addVary(res)
  setEntityTag(res, representation)
  if (isFresh()) res.statusCode = 304

  const body = prepareContent(req, res, representation)
  if (serverTiming) addTiming(res, representation, representation.duration + performance.now() - start)
  publish(res, representation, body)
  return body
}

/** RFC 9110, section 12.5.5. The package `vary` takes longer where no header is there to merge with. */
function addVary (res) {
  if (res.hasHeader('Vary')) vary(res, 'Accept-Encoding')
  else res.setHeader('Vary', 'Accept-Encoding')
}

/** Keeps other middleware and proxies from compressing a page that is sent unencoded (RFC 9111, section 5.2.2.6). */
function forbidTransform (res) {
  const given = res.getHeader('Cache-Control')
  if (!isUntransformed(res)) res.setHeader('Cache-Control', given?.length > 0 ? `${given}, no-transform` : 'no-transform')
}

/**
 * @param {import('node:http').ServerResponse} res with its final status
 * @returns {boolean} whether a body is sent
 */
function hasContent ({ method }, { statusCode }) {
  return method !== 'HEAD' && !WITHOUT_CONTENT.has(statusCode)
}

/**
 * @param {import('node:http').ServerResponse} res with its final status
 * @returns {import('./write-body').Body | import('./page-stream').PageStream} see `prepareHead`
 */
function prepareContent ({ method }, res, representation) {
  const isHead = method === 'HEAD'
  if (withoutContent(res)) return isHead ? undefined : ''

  const { coding } = representation
  if (coding !== 'identity') res.setHeader('Content-Encoding', coding)
  // For HEAD, the page is not assembled: its length is already known.
  const body = isHead && coding === 'identity' ? undefined : representation.body
  if (!res.hasHeader('Transfer-Encoding')) setLength(res, coding === 'identity' ? representation.byteLength : body.length)
  return isHead ? undefined : body
}

/** @param {number | undefined} length undefined if the page is encoded while it is sent */
function setLength (res, length) {
  if (length === undefined) res.removeHeader('Content-Length')
  else res.setHeader('Content-Length', String(length))
}

/**
 * Sets the entity tag. A tag that the app has set stays, but becomes weak if the page is
 * encoded, since its bytes differ (RFC 9110, section 8.8.3.3).
 */
function setEntityTag (res, representation) {
  const given = res.getHeader('ETag')
  if (!given) {
    const { tag } = representation
    if (tag) res.setHeader('ETag', tag)
  } else if (representation.coding !== 'identity') {
    res.setHeader('ETag', weakened(String(given)))
  }
}

/**
 * Removes the headers that describe a page which is not sent after all, unless
 * middleware has encoded the page again.
 *
 * @param {object} prepared the page for which the head was prepared
 * @param {boolean} prepared.isNegotiated see `Representation`
 * @param {boolean} prepared.isTagged whether the app itself has set the entity tag
 * @param {string} prepared.coding
 * @param {object} replacement
 * @param {boolean} replacement.hasBody if false, as for a 304, the page's validator stays
 */
function withdraw (res, { isNegotiated, isTagged, coding }, { hasBody }) {
  const encoding = isNegotiated && coding !== 'identity' ? coding : undefined
  if (res.getHeader('Content-Encoding') !== encoding) return
  res.removeHeader('Content-Encoding')
  if (hasBody && !isTagged) res.removeHeader('ETag')
}

/** @returns {boolean} whether the request is conditional, so that a 304 may be enough */
function isConditional ({ headers }) {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
}

/**
 * RFC 9110, section 13.1.
 *
 * @returns {boolean} whether the client already has this page
 */
function isFreshResponse (req, res) {
  if (!isConditional(req)) return false
  const { method, headers } = req
  if ((method !== 'GET' && method !== 'HEAD') || res.statusCode >= 300) return false
  return fresh(headers, { etag: res.getHeader('ETag'), 'last-modified': res.getHeader('Last-Modified') })
}

/**
 * Removes the headers that describe content, if the status allows no content.
 *
 * @returns {boolean} whether the status allows no content
 */
function withoutContent (res) {
  if (!WITHOUT_CONTENT.has(res.statusCode)) return false
  if (res.statusCode === 205) resetContent(res)
  else removeContent(res)
  return true
}

/** @param {import('node:http').ServerResponse} res with status 204 or 304 */
function removeContent (res) {
  res.removeHeader('Content-Type')
  res.removeHeader('Content-Length')
  res.removeHeader('Transfer-Encoding')
}

/** @param {import('node:http').ServerResponse} res with status 205 (RFC 9110, section 15.3.6) */
function resetContent (res) {
  res.setHeader('Content-Length', '0')
  res.removeHeader('Transfer-Encoding')
}

/**
 * Adds the durations of a page to Server-Timing (W3C), after existing metrics.
 *
 * @param {number} duration of building the response, in milliseconds
 */
function addTiming (res, { isHit, rendered }, duration) {
  const metrics = [res.getHeader('Server-Timing') ?? []].flat()
  if (rendered.duration !== undefined) metrics.push(`render;dur=${rendered.duration.toFixed(3)}`)
  metrics.push(`response;dur=${duration.toFixed(3)};desc="memo ${isHit ? 'hit' : 'miss'}"`)
  res.setHeader('Server-Timing', metrics)
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

module.exports = { HTML, WITHOUT_CONTENT, forbidTransform, hasContent, isConditional, isFreshResponse, prepareHead, publish, withdraw, withoutContent }
