'use strict'

const { LRUCache } = require('lru-cache')
const { ejsPages } = require('../pages')
const { VIEW } = require('./reloading')

/**
 * Values of Accept-Encoding, and the content codings that are allowed in response.
 * A client without the header may support no coding at all.
 *
 * @type {{ accept: string | undefined, allowed: string[] }[]}
 */
const ENCODINGS = [
  { accept: undefined, allowed: ['identity'] },
  { accept: 'gzip', allowed: ['identity', 'gzip'] },
  { accept: 'br', allowed: ['identity', 'br'] },
  { accept: 'gzip, deflate, br', allowed: ['identity', 'gzip', 'deflate', 'br'] },
  { accept: 'identity;q=0, gzip', allowed: ['gzip'] },
  { accept: 'gzip;q=0', allowed: ['identity'] }
]

/** Headers that are wrong or useless here, and that change nothing. @type {Record<string, string>[]} */
const WRONG_HEADERS = [
  { 'If-None-Match': 'W/' }, { 'If-None-Match': '"' }, { 'If-None-Match': '"a, b", unquoted' }, { 'If-None-Match': `"${'x'.repeat(4000)}"` },
  { 'If-Modified-Since': 'yesterday' }, { Range: 'bytes=0-1, 3-4' }, { 'Accept-Charset': ';q=2' }, { Connection: 'x, y' }, { Upgrade: 'h2c', Connection: 'Upgrade' },
  { Expect: '100-continue' }, { 'Content-Length': '0' }, { TE: 'trailers' }, { Cookie: '=;=;' }, { 'X-Forwarded-Proto': '\u00ff' }
]

/** Bytes that are no requests. */
const MALFORMED = [
  'GET / HTTP/1.1\r\nHost: x\r\nBad name: x\r\n\r\n', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 'NONE / HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '\x16\x03\x01\x02'
]

/** Counters that are requested repeatedly, low ones most often; their pages exceed the memo. */
const HOT = 250
/** Share of requests for a new page. */
const UNIQUE = 0.25
/** Number of pages with a stored entity tag, and number of those to revalidate. */
const TAGS = 5000
const RECENT = 1000

/**
 * @typedef {object} Asked
 * @property {string} name of the page
 * @property {number} n its counter
 * @property {'GET' | 'HEAD'} method
 * @property {{ accept: string | undefined, allowed: string[] }} encoding
 * @property {string} [tag] sent as If-None-Match
 * @property {Record<string, string>} [headers] sent as well
 * @property {boolean} [isStreamed]
 */

/** Creates random requests, and stores the entity tags of responses for revalidation. */
class Requests {
  constructor () {
    this.unique = HOT
    this.tagCache = new LRUCache({ max: TAGS })
    this.recent = []
    this.seen = 0
  }

  /** @returns {Asked} for a random page */
  any (fixed) {
    return { name: pick(Object.keys(ejsPages)), n: this.counter(), method: 'GET', encoding: pick(ENCODINGS), ...fixed }
  }

  /** @returns {Asked} for a page with a stored tag or, without one, a random page */
  revalidating () {
    return this.any(pick(this.recent))
  }

  /** @returns {Asked} with headers that change nothing */
  wrong () {
    return this.any({ headers: pick(WRONG_HEADERS) })
  }

  /** @returns {Asked} for a page that is streamed */
  streamed () {
    return this.any({ isStreamed: true })
  }

  /** @returns {string} bytes that are no request */
  malformed () {
    return pick(MALFORMED)
  }

  /** @returns {Asked} for the view that changes */
  reloading () {
    return this.any({ name: VIEW })
  }

  /** @returns {Asked} with the tag of another page */
  stale () {
    const asked = this.any()
    const other = pick(this.recent)
    const isOther = other !== undefined && (other.name !== asked.name || other.n !== asked.n)
    return { ...asked, tag: isOther ? other.tag : 'W/"0-of-no-page"' }
  }

  /**
   * @param {string} tag of the answer
   * @returns {string} first tag of the page
   */
  remember ({ name, n }, tag) {
    const key = `${name}/${n}`
    const first = this.tagCache.get(key) ?? tag
    this.tagCache.set(key, first)
    this.recent[this.seen++ % RECENT] = { name, n, tag: first }
    return first
  }

  counter () {
    return Math.random() < UNIQUE ? this.unique++ : Math.floor(HOT * Math.random() ** 3)
  }
}

/**
 * @template T
 * @returns {T} random element
 */
function pick (list) {
  return list[Math.floor(list.length * Math.random())]
}

module.exports = { ENCODINGS, Requests }
