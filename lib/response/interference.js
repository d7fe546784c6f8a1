'use strict'

const Negotiator = require('negotiator')
const { LRUCache } = require('../util/lru-cache')
const { NODES_END, NODES_WRITE } = require('../util/natives')

/** The supported content codings, in order of preference. */
const CODINGS = ['br', 'gzip', 'identity']

/** Zstandard with a dictionary (RFC 9842), which clients accept once they have one; those that will also accept it without. */
const DICTIONARY_CODINGS = ['dcz', 'zstd']

/** Accept-Encoding header → accepted codings. Headers longer than those of browsers are not cached. @type {LRUCache<string, string[]>} */
const acceptedCache = new LRUCache({ max: 100 })
const dictionaryCache = new LRUCache({ max: 100 })
const LONGEST_CACHED = 100

/** RFC 9111, sections 5.2.2.5 and 5.2.2.7: the whole response, not the fields that `private` may name. */
const PRIVATE = /(?:^|,)\s*(?:private|no-store)\s*(?:,|$)/i

/** A quoted list of names, or a `no-store` that caches may ignore (RFC 9111, section 5.2.2.3). */
const UNCLEAR = /"|must-understand/i

/** Headers that some shared caches obey instead of `Cache-Control`: those of RFC 9213, Akamai, surrogates and nginx. */
const TARGETED = /^(?:.*-)?cdn-cache-control$|^(?:edge-control|surrogate-control|x-accel-expires)$/

/** RFC 9111, section 5.2.2.6. */
const NO_TRANSFORM = /(?:^|,)\s*no-transform\s*(?:,|$)/i

/** Gives the codings of Accept-Encoding (RFC 9110, section 12.5.3), in the client's order; without the header, `identity` only. */
function acceptedCodings (header = '') {
  return negotiated(header, CODINGS, acceptedCache)
}

/** @returns {string[]} the codings with a dictionary that Accept-Encoding accepts */
function dictionaryCodings (header = '') {
  return negotiated(header, DICTIONARY_CODINGS, dictionaryCache)
}

function negotiated (header, available, cache) {
  let codings = cache.get(header)
  if (codings === undefined) {
    codings = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(available, { preferred: available })
    if (header.length <= LONGEST_CACHED) cache.set(header, codings)
  }
  return codings
}

/** The source of the `write` that `compression` sets on a response, besides `flush`. */
const WRITE_OF_COMPRESSION = /(writeHead|_implicitHeader)\b[^?]*\?\s*\w+\.write\(/

/** The source of the `end` of express-session and of `headersAsync` of express-mung, which pass the page on. */
const KNOWN_END = /split response|headers_async_hook/

/** A function without parameters or with a rest parameter only, its calls that pass everything on, and what else may change the page. */
const WITHOUT_PARAMETERS = /^[\w\s]*\((?:\.{3}\w+)?\)/
const PASSED_ON = /\b(?:Reflect\.apply\(\w+, *\w+, *|(?:original|(?:_*e|\w+E)nd)(?:\.apply\(\w+, *|\.call\(\w+, *\.{3}|\(\.{3}))\w+\)(?!\s*\{)/g
const CHANGING = /\b(?:arguments|eval|native|write)\b|\.{3}(\w+)\)[^]*\b\1\b/

/**
 * Returns why a page must be sent unencoded. Middleware that rewrites, stores or compresses bodies sets its own `write` or `end` on the
 * response, or on the app's response prototype, and expects text there. Middleware that only wraps `writeHead` does not change bodies.
 *
 * @param {boolean} hasCompressOption whether the app sets the option `compress`: then pages are encoded
 *   even if `compression` is in use, which does not encode them again, or an `end` may read them
 * @returns {'status 206' | 'content-encoding' | 'no-transform' | 'x-no-compression' | 'write' | 'end' | undefined}
 */
function whyUnencoded (req, res, hasCompressOption) {
  if (res.statusCode === 206) return 'status 206'
  if (res.hasHeader('Content-Encoding')) return 'content-encoding'
  if (isUntransformed(res)) return 'no-transform'
  if (req.headers['x-no-compression']) return 'x-no-compression'
  if (hasOwnWrite(res) && !(hasCompressOption && isCompression(res))) return 'write'
  if (!hasCompressOption && hasReadingEnd(res)) return 'end'
}

function isUntransformed (res) {
  return NO_TRANSFORM.test(String(res.getHeader('Cache-Control') ?? ''))
}

function hasOwnWrite (res) {
  return res.write !== NODES_WRITE && isSet(res, 'write')
}

/** @returns {boolean} whether middleware has set an `end` that may read the page: a known one, or one that only passes its arguments on, does not */
function hasReadingEnd (res) {
  const { end } = res
  if (end === NODES_END || !isSet(res, 'end')) return false
  const source = Function.prototype.toString.call(end)
  return !KNOWN_END.test(source) && (!WITHOUT_PARAMETERS.test(source) || CHANGING.test(source.replace(PASSED_ON, '')))
}

/**
 * @returns {boolean} whether middleware has set the method on the response, or on an Express app's response
 *   prototype. The method of a class, which tracers patch, does not count.
 */
function isSet (res, method) {
  for (let holder = res; holder !== null && !Object.hasOwn(holder, 'constructor'); holder = Object.getPrototypeOf(holder)) {
    if (Object.hasOwn(holder, method)) return true
  }
  return false
}

/** @returns {boolean} whether no shared cache may keep the response (RFC 9111, section 3): many of them ignore `Vary` */
function isPrivate (res) {
  const given = res.getHeader('Cache-Control')
  if (given === undefined ? res.hasHeader('Expires') : !forbidsKeeping(given)) return false
  return res.getHeaderNames().every((name) => !TARGETED.test(name) || forbidsKeeping(res.getHeader(name)))
}

function forbidsKeeping (value) {
  const directives = String(value)
  return PRIVATE.test(directives) && !UNCLEAR.test(directives)
}

/** @returns {boolean} whether middleware may replace the body and the head */
function mayBeRewritten (res) {
  return (hasOwnWrite(res) || hasReadingEnd(res)) && !isCompression(res)
}

function isCompression ({ flush, write }) {
  return typeof flush === 'function' && WRITE_OF_COMPRESSION.test(Function.prototype.toString.call(write))
}

module.exports = { acceptedCodings, dictionaryCodings, isPrivate, isUntransformed, mayBeRewritten, whyUnencoded }
