'use strict'

const { LRUCache } = require('lru-cache')
const Negotiator = require('negotiator')

/** What a page can be sent as, the best first. */
const CODINGS = ['br', 'gzip', 'identity']

/** Clients send a handful of headers. Those longer than any of a browser are not kept, since anyone may send them. */
const kept = new LRUCache({ max: 100 })
const LONGEST_KEPT = 100

/** RFC 9111, section 5.2.2.6. */
const NO_TRANSFORM = /(?:^|,)\s*no-transform\s*(?:,|$)/i

/**
 * Reads what a client takes (RFC 9110, section 12.5.3).
 *
 * @param {string | undefined} header its Accept-Encoding; without one it gets
 *   what every client can read
 * @returns {string[]} content codings, what it likes best first
 */
function acceptedCodings (header = '') {
  let codings = kept.get(header)
  if (codings === undefined) {
    codings = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(CODINGS, { preferred: CODINGS })
    if (header.length <= LONGEST_KEPT) kept.set(header, codings)
  }
  return codings
}

/** What `compression` puts on a response, beside its own `flush`. */
const WRITE_OF_COMPRESSION = /(writeHead|_implicitHeader)\b[^?]*\?\s*\w+\.write\(/

/**
 * Tells why a page goes out unencoded. Middleware that rewrites, keeps or compresses
 * bodies puts a `write` on the response, or on that of the app, and expects text there; what
 * only wraps `end` or `writeHead` leaves bodies alone.
 *
 * @param {boolean} isDecided whether the app has set the option `compress`: pages are encoded
 *   also in front of `compression`, which leaves them alone then
 * @returns {'status 206' | 'content-encoding' | 'no-transform' | 'x-no-compression' | 'write' | undefined}
 *   the reason; nothing if the page may be encoded
 */
function whyUnencoded (req, res, isDecided) {
  if (res.statusCode === 206) return 'status 206'
  if (res.hasHeader('Content-Encoding')) return 'content-encoding'
  if (NO_TRANSFORM.test(String(res.getHeader('Cache-Control') ?? ''))) return 'no-transform'
  if (req.headers['x-no-compression']) return 'x-no-compression'
  if (hasWriteOfItsOwn(res) && !(isDecided && isOfCompression(res))) return 'write'
}

/**
 * @returns {boolean} whether somebody has put a `write` on it, or on the objects that an app of
 *   Express makes all its responses after; that of a class, which tracers patch, is not its own
 */
function hasWriteOfItsOwn (res) {
  for (let holder = res; holder !== null && !Object.hasOwn(holder, 'constructor'); holder = Object.getPrototypeOf(holder)) {
    if (Object.hasOwn(holder, 'write')) return true
  }
  return false
}

/** @returns {boolean} whether some middleware may keep the body back to send another, with a head of its own */
function mayBeRewritten (res) {
  return hasWriteOfItsOwn(res) && !isOfCompression(res)
}

function isOfCompression ({ flush, write }) {
  return typeof flush === 'function' && WRITE_OF_COMPRESSION.test(Function.prototype.toString.call(write))
}

module.exports = { acceptedCodings, mayBeRewritten, whyUnencoded }
