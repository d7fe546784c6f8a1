'use strict'

/** RFC 9111, sections 5.2.2.5 and 5.2.2.7: the whole response, not the fields that `private` may name. */
const PRIVATE = /(?:^|,)\s*(?:private|no-store)\s*(?:,|$)/i

/** A quoted list of names, or a `no-store` that caches may ignore (RFC 9111, section 5.2.2.3). */
const UNCLEAR = /"|must-understand/i

/** Headers that some shared caches obey instead of `Cache-Control`: of RFC 9213, Akamai, surrogates and nginx. */
const TARGETED = /^(?:.*-)?cdn-cache-control$|^(?:edge-control|surrogate-control|x-accel-expires)$/

/** @returns {boolean} whether no shared cache may keep the response (RFC 9111, section 3): many caches ignore `Vary` */
function isPrivate (res) {
  const given = res.getHeader('Cache-Control')
  if (given === undefined ? res.hasHeader('Expires') : !forbidsKeeping(given)) return false
  return res.getHeaderNames().every((name) => !TARGETED.test(name) || forbidsKeeping(res.getHeader(name)))
}

function forbidsKeeping (value) {
  const directives = String(value)
  return PRIVATE.test(directives) && !UNCLEAR.test(directives)
}

module.exports = { isPrivate }
