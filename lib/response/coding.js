'use strict'

const { ServerResponse } = require('node:http')
const Negotiator = require('negotiator')
const { LRUCache } = require('../lru-cache')

/** The supported content codings, in order of preference. */
const CODINGS = ['br', 'gzip', 'identity']

/** Accept-Encoding header → accepted codings. Headers longer than those of browsers are not cached. @type {LRUCache<string, string[]>} */
const acceptedCache = new LRUCache({ max: 100 })
const LONGEST_CACHED = 100

/** RFC 9111, section 5.2.2.6. */
const NO_TRANSFORM = /(?:^|,)\s*no-transform\s*(?:,|$)/i

/**
 * Parses Accept-Encoding (RFC 9110, section 12.5.3).
 *
 * @param {string | undefined} header without it, the client accepts `identity` only
 * @returns {string[]} the accepted content codings, in the client's order of preference
 */
function acceptedCodings (header = '') {
  let codings = acceptedCache.get(header)
  if (codings === undefined) {
    codings = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(CODINGS, { preferred: CODINGS })
    if (header.length <= LONGEST_CACHED) acceptedCache.set(header, codings)
  }
  return codings
}

/** The source of the `write` that `compression` sets on a response, besides `flush`. */
const WRITE_OF_COMPRESSION = /(writeHead|_implicitHeader)\b[^?]*\?\s*\w+\.write\(/

/** The `write` of Node's class, which most responses inherit. It is read at the start, before tracers patch it. */
const { write: NODES_WRITE } = ServerResponse.prototype

/**
 * Returns why a page must be sent unencoded. Middleware that rewrites, stores or compresses
 * bodies sets its own `write` on the response, or on the app's response prototype, and expects text
 * there. Middleware that only wraps `end` or `writeHead` does not change bodies.
 *
 * @param {boolean} hasCompressOption whether the app sets the option `compress`: then pages are encoded
 *   even if `compression` is in use, which does not encode them again
 * @returns {'status 206' | 'content-encoding' | 'no-transform' | 'x-no-compression' | 'write' | undefined}
 *   the reason; `undefined` if the page may be encoded
 */
function whyUnencoded (req, res, hasCompressOption) {
  if (res.statusCode === 206) return 'status 206'
  if (res.hasHeader('Content-Encoding')) return 'content-encoding'
  if (NO_TRANSFORM.test(String(res.getHeader('Cache-Control') ?? ''))) return 'no-transform'
  if (req.headers['x-no-compression']) return 'x-no-compression'
  if (hasOwnWrite(res) && !(hasCompressOption && isCompression(res))) return 'write'
}

/**
 * @returns {boolean} whether middleware has set a `write` on the response, or on an Express app's response
 *   prototype. The `write` of a class, which tracers patch, does not count.
 */
function hasOwnWrite (res) {
  if (res.write === NODES_WRITE) return false
  for (let holder = res; holder !== null && !Object.hasOwn(holder, 'constructor'); holder = Object.getPrototypeOf(holder)) {
    if (Object.hasOwn(holder, 'write')) return true
  }
  return false
}

/** @returns {boolean} whether middleware may replace the body and the head */
function mayBeRewritten (res) {
  return hasOwnWrite(res) && !isCompression(res)
}

/** @returns {boolean} whether the `write` of the response is that of `compression` */
function isCompression ({ flush, write }) {
  return typeof flush === 'function' && WRITE_OF_COMPRESSION.test(Function.prototype.toString.call(write))
}

module.exports = { acceptedCodings, mayBeRewritten, whyUnencoded }
