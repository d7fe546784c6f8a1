'use strict'

const { NODES_END, NODES_WRITE } = require('../util/natives')

/** RFC 9111, section 5.2.2.6. */
const NO_TRANSFORM = /(?:^|,)\s*no-transform\s*(?:,|$)/i

/** The source of the `write` that `compression` sets on a response, besides `flush`. */
const WRITE_OF_COMPRESSION = /(writeHead|_implicitHeader)\b[^?]*\?\s*\w+\.write\(/

/** The source of the `end` of express-session and of `headersAsync` of express-mung, which pass the page on. */
const KNOWN_END = /split response|headers_async_hook/

/** An `end` with only a rest parameter, or none at all; its calls that pass all on; what else may change the page. */
const WITHOUT_PARAMETERS = /^[\w\s]*\((?:\.{3}\w+)?\)/
const PASSED_ON = /\b(?:Reflect\.apply\(\w+, *\w+, *|(?:original|(?:_*e|\w+E)nd)(?:\.apply\(\w+, *|\.call\(\w+, *\.{3}|\(\.{3}))\w+\)(?!\s*\{)/g
const CHANGING = /\b(?:arguments|eval|native|write)\b|\.{3}(\w+)\)[^]*\b\1\b/

/**
 * Returns why a page must be sent unencoded. Middleware that rewrites, stores or compresses bodies sets another `write`
 * or `end` on the response, or on the app's response prototype, and expects text there. Middleware that only wraps
 * `writeHead` does not change bodies.
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
  if (hasReplacedWrite(res) && !(hasCompressOption && isCompression(res))) return 'write'
  if (!hasCompressOption && hasReadingEnd(res)) return 'end'
}

/** Keeps other middleware and proxies from compressing a page that is sent unencoded (RFC 9111, section 5.2.2.6). */
function forbidTransform (res) {
  const given = res.getHeader('Cache-Control')
  if (!isUntransformed(res)) {
    res.setHeader('Cache-Control', given?.length > 0 ? `${given}, no-transform` : 'no-transform')
  }
}

function isUntransformed (res) {
  return NO_TRANSFORM.test(String(res.getHeader('Cache-Control') ?? ''))
}

function hasReplacedWrite (res) {
  return res.write !== NODES_WRITE && isSet(res, 'write')
}

/** @returns {boolean} whether an `end` of middleware may read the page: an unknown one that does not just pass it on */
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
  let holder = res
  while (holder !== null && !Object.hasOwn(holder, 'constructor')) {
    if (Object.hasOwn(holder, method)) return true
    holder = Object.getPrototypeOf(holder)
  }
  return false
}

/** @returns {boolean} whether middleware may replace the body and the head */
function mayBeRewritten (res) {
  return (hasReplacedWrite(res) || hasReadingEnd(res)) && !isCompression(res)
}

function isCompression ({ flush, write }) {
  return typeof flush === 'function' && WRITE_OF_COMPRESSION.test(Function.prototype.toString.call(write))
}

module.exports = { forbidTransform, mayBeRewritten, whyUnencoded }
