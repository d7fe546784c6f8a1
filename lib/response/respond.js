'use strict'

const { channel } = require('node:diagnostics_channel')
const fresh = require('fresh')
const vary = require('vary')
const { acceptedCodings, isEncodable } = require('./encoding')
const { weakened } = require('./etag')
const { isGone } = require('./gone')
const { OutputMemory } = require('./output-memory')
const { LargeRepresentation } = require('./large-representation')
const { flow } = require('./page-stream')
const { Representation } = require('./representation')

const HTML = 'text/html; charset=utf-8'

/** RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5. */
const WITHOUT_CONTENT = new Set([204, 205, 304])

/** Tells of every response: `{ status, encoding, bytes, memo }`; the bytes of a page under way are not known. */
const responses = channel('buffered-render:response')

/**
 * @typedef {object} Validation
 * @property {'weak' | 'strong' | false | ((body: Buffer) => string | undefined)} etag
 * @property {() => boolean} [isFresh] the framework's own test of freshness
 */

/**
 * The one way from a page to a response.
 */
class Responder {
  /**
   * @param {object} settings
   * @param {boolean | 'static'} settings.compress
   * @param {number} settings.threshold bytes below which nothing is compressed
   * @param {boolean} settings.serverTiming whether responses say how long they took
   * @param {import('./memo').Memo} [settings.memo]
   * @param {(error: unknown) => unknown} [settings.onError] hears of what fails after the
   *   first byte, in place of the console or Koa
   */
  constructor ({ compress, threshold, serverTiming, memo, onError }) {
    this.threshold = compress ? threshold : Infinity
    this.deflatesText = compress === true
    this.serverTiming = serverTiming
    this.memo = memo
    this.memory = new OutputMemory()
    this.onError = onError
  }

  /**
   * Sends a page.
   *
   * @param {import('node:http').IncomingMessage} req
   * @param {import('node:http').ServerResponse} res
   * @param {import('../template/rendered').Rendered} rendered
   * @param {Validation} validation
   * @returns {Promise<void> | undefined} a promise if the page is large, fulfilled when all
   *   was sent, or the client has gone
   * @throws as what `begin` gives
   */
  respond (req, res, rendered, validation) {
    return this.begin(req, res, rendered, validation)()
  }

  /**
   * Makes of a page what the client is to get, leaving the response as it is.
   *
   * @param {import('node:http').IncomingMessage} req
   * @param {import('node:http').ServerResponse} res with the headers that the app sets
   * @param {import('../template/rendered').Rendered} rendered
   * @param {Validation} validation
   * @returns {() => Promise<void> | undefined} what sends it, see `respond`; rejects if a
   *   file of the page is not what it was, and nothing is sent then
   */
  begin (req, res, rendered, validation) {
    const memory = OutputMemory.isSafe(res) ? this.memory : undefined
    const representation = this.represent(req, res, rendered, validation, memory)
    if (representation instanceof LargeRepresentation) return () => this.sendLarge(req, res, representation, validation)
    return () => {
      const body = this.prepare(req, res, representation, validation)
      if (body !== undefined && representation.isLent) this.memory.send(res, body)
      else res.end(body)
    }
  }

  async sendLarge (req, res, representation, validation) {
    await representation.check()
    if (isGone(res)) return
    const body = this.prepare(req, res, representation, validation)
    if (body === undefined) res.end()
    else await flow(body, res, console.error)
  }

  /**
   * Makes of a page what the client is to get, leaving the response as it is.
   * What is made for `prepare` to give to others may be kept by them.
   *
   * @param {import('node:http').IncomingMessage} req
   * @param {import('node:http').ServerResponse} res with the headers that the app sets
   * @param {import('../template/rendered').Rendered} rendered
   * @param {Validation} validation
   * @param {OutputMemory} [memory] for a body that nobody but the socket gets
   * @returns {Representation}
   */
  represent (req, res, rendered, { etag }, memory) {
    const start = this.serverTiming ? performance.now() : 0
    const { deflatesText, memo, onError, threshold } = this
    const strength = typeof etag === 'string' ? etag : undefined
    if (rendered.isLarge) return new LargeRepresentation(rendered, { strength, onError })

    const isNegotiated = rendered.byteLength >= threshold && isEncodable(res)
    const accepted = isNegotiated ? acceptedCodings(req.headers['accept-encoding']) : undefined
    const representation = new Representation(rendered, { strength, deflatesText, memo, accepted, memory })
    if (typeof etag !== 'function' && takesBody(req, res)) representation.encode()
    if (this.serverTiming) representation.duration = performance.now() - start
    return representation
  }

  /**
   * Sets the status and the headers of a response that is to hold a page.
   * Headers that are set already stay as they are.
   *
   * @param {import('node:http').IncomingMessage} req
   * @param {import('node:http').ServerResponse} res
   * @param {Representation} representation
   * @param {Validation} validation
   * @returns {Buffer | PageStream | undefined} the body, nothing if the response has none
   */
  prepare (req, res, representation, { etag, isFresh = () => isFreshResponse(req, res) }) {
    const start = this.serverTiming ? performance.now() : 0
    if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', HTML)
    if (representation.isNegotiated) vary(res, 'Accept-Encoding')
    setEntityTag(res, representation, etag)
    if (isConditional(req) && isFresh()) res.statusCode = 304

    const body = prepareContent(req, res, representation)
    if (this.serverTiming) addTiming(res, representation, representation.duration + performance.now() - start)
    publish(res, representation, body)
    return body
  }
}

/**
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res
 * @returns {boolean} whether there is going to be a body, as far as is known
 */
function takesBody (req, res) {
  return hasContent(req, res) && !isConditional(req)
}

/**
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res with its final status
 * @returns {boolean} whether a body is sent
 */
function hasContent ({ method }, { statusCode }) {
  return method !== 'HEAD' && !WITHOUT_CONTENT.has(statusCode)
}

/**
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res with its final status
 * @param {Representation} representation
 * @returns {Buffer | undefined} the body, nothing if the response has none
 */
function prepareContent ({ method }, res, representation) {
  if (withoutContent(res)) return

  const { coding } = representation
  if (coding !== 'identity') res.setHeader('Content-Encoding', coding)
  // The length of the page is known without assembling it, for HEAD.
  const body = method === 'HEAD' && coding === 'identity' ? undefined : representation.body
  if (!res.hasHeader('Transfer-Encoding')) res.setHeader('Content-Length', body?.length ?? representation.byteLength)
  return method === 'HEAD' ? undefined : body
}

/**
 * Sets the entity tag. One that the app has set stays, or what its function
 * makes of the page itself; if it is strong it becomes a weak one on an encoded
 * page, whose bytes are others (RFC 9110, section 8.8.3.3).
 *
 * @param {import('node:http').ServerResponse} res
 * @param {Representation} representation
 * @param {Validation['etag']} etag
 */
function setEntityTag (res, representation, etag) {
  representation.isTagged = res.hasHeader('ETag')
  const given = res.getHeader('ETag') ?? (typeof etag === 'function' ? etag(representation.page) : undefined)
  if (given) res.setHeader('ETag', representation.coding === 'identity' ? given : weakened(String(given)))
  else if (typeof etag === 'string') res.setHeader('ETag', representation.tag)
}

/**
 * Takes the headers away that describe a page, since something else is to be
 * sent, unless somebody has encoded that page further.
 *
 * @param {import('node:http').ServerResponse} res
 * @param {Representation} representation that was prepared
 * @param {object} instead
 * @param {boolean} instead.hasBody a response without one, such as a 304, keeps
 *   the page's validator
 */
function withdraw (res, { isNegotiated, isTagged, coding }, { hasBody }) {
  const encoding = isNegotiated && coding !== 'identity' ? coding : undefined
  if (res.getHeader('Content-Encoding') !== encoding) return
  res.removeHeader('Content-Encoding')
  if (hasBody && !isTagged) res.removeHeader('ETag')
}

/**
 * @param {import('node:http').IncomingMessage} req
 * @returns {boolean} whether an answer without a body could do
 */
function isConditional ({ headers }) {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
}

/**
 * RFC 9110, section 13.1.
 *
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res
 * @returns {boolean} whether the client has this page already
 */
function isFreshResponse ({ method, headers }, res) {
  if ((method !== 'GET' && method !== 'HEAD') || res.statusCode >= 300) return false
  return fresh(headers, { etag: res.getHeader('ETag'), 'last-modified': res.getHeader('Last-Modified') })
}

/**
 * Takes away what describes content, if the status is one that has none.
 *
 * @param {import('node:http').ServerResponse} res
 * @returns {boolean} whether it is
 */
function withoutContent (res) {
  if (!WITHOUT_CONTENT.has(res.statusCode)) return false
  if (res.statusCode === 205) resetContent(res)
  else removeContent(res)
  return true
}

/**
 * @param {import('node:http').ServerResponse} res of status 204 or 304
 */
function removeContent (res) {
  res.removeHeader('Content-Type')
  res.removeHeader('Content-Length')
  res.removeHeader('Transfer-Encoding')
}

/**
 * @param {import('node:http').ServerResponse} res of status 205, RFC 9110, section 15.3.6
 */
function resetContent (res) {
  res.setHeader('Content-Length', '0')
  res.removeHeader('Transfer-Encoding')
}

/**
 * Adds what the page took to Server-Timing (W3C), beside what is there already.
 *
 * @param {import('node:http').ServerResponse} res
 * @param {Representation} representation
 * @param {number} duration of preparing the response, in milliseconds
 */
function addTiming (res, { entry, renderDuration }, duration) {
  const metrics = [res.getHeader('Server-Timing') ?? []].flat()
  if (renderDuration !== undefined) metrics.push(`render;dur=${renderDuration.toFixed(3)}`)
  metrics.push(`response;dur=${duration.toFixed(3)};desc="memo ${entry ? 'hit' : 'miss'}"`)
  res.setHeader('Server-Timing', metrics)
}

/**
 * Tells those who listen of a response.
 *
 * @param {import('node:http').ServerResponse} res
 * @param {Partial<Representation>} representation nothing of it is known of a page under way
 * @param {Buffer | PageStream | undefined} body
 */
function publish (res, { byteLength, entry }, body) {
  if (!responses.hasSubscribers) return
  responses.publish({
    status: res.statusCode,
    encoding: res.getHeader('Content-Encoding') ?? 'identity',
    bytes: body === undefined ? 0 : body.length ?? byteLength,
    memo: entry !== undefined
  })
}

module.exports = { HTML, Responder, hasContent, publish, withdraw, withoutContent }
