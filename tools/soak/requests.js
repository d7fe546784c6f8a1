'use strict'

const { LRUCache } = require('lru-cache')
const { ejsPages } = require('../../bench/pages')

/**
 * Values of Accept-Encoding, and the content codings that are allowed in response. A client without the header may
 * support no coding at all.
 *
 * @type {{ accept: string | undefined, allowed: string[] }[]}
 */
const ENCODINGS = [
  { accept: undefined, allowed: ['identity'] },
  { accept: 'gzip', allowed: ['identity', 'gzip'] },
  { accept: 'br', allowed: ['identity', 'br'] },
  { accept: 'gzip, deflate, br', allowed: ['identity', 'gzip', 'br'] },
  { accept: 'identity;q=0, gzip', allowed: ['gzip'] },
  { accept: 'gzip;q=0', allowed: ['identity'] }
]

/** Counters that are requested repeatedly, low ones most often; their pages exceed the memo. */
const HOT = 250
/** Share of requests for a new page. */
const UNIQUE = 0.25
/** Number of pages with a stored entity tag, and number of those to revalidate. */
const TAGS = 5000
const RECENT = 1000

/** @typedef {{ name: string, n: number, method: 'GET' | 'HEAD', encoding: { accept?: string, allowed: string[] }, tag?: string, isStreamed?: boolean }} Asked */

/** Creates random requests, and stores the entity tags of responses for revalidation. */
class Requests {
  unique = HOT
  tagCache = new LRUCache({ max: TAGS })
  recent = []
  seen = 0

  /** @returns {Asked} for a random page */
  any (fixed) {
    const n = Math.random() < UNIQUE ? this.unique++ : Math.floor(HOT * Math.random() ** 3)
    return { name: pick(Object.keys(ejsPages)), n, method: 'GET', encoding: pick(ENCODINGS), ...fixed }
  }

  /** @returns {Asked} for a page with a stored tag or, without one, a random page */
  revalidating () {
    return this.any(pick(this.recent))
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
}

/** @returns {any} a random element */
function pick (list) {
  return list[Math.floor(list.length * Math.random())]
}

module.exports = { ENCODINGS, Requests }
