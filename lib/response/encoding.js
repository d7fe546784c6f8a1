'use strict'

const { LRUCache } = require('lru-cache')
const Negotiator = require('negotiator')

/** What a page can be sent as, the best first. */
const CODINGS = ['br', 'gzip', 'identity']

/**
 * Clients send a handful of headers. Those longer than any of a browser are not
 * kept, since anyone may send them.
 */
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

/**
 * @param {import('node:http').ServerResponse} res
 * @returns {boolean} whether its headers leave the encoding of the page to us
 */
function isEncodable (res) {
  if (res.statusCode === 206 || res.hasHeader('Content-Encoding')) return false
  const cacheControl = res.getHeader('Cache-Control')
  return cacheControl === undefined || !NO_TRANSFORM.test(String(cacheControl))
}

module.exports = { acceptedCodings, isEncodable }
