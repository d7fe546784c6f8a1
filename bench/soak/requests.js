'use strict'

const { LRUCache } = require('lru-cache')
const { ejsPages } = require('../pages')

/**
 * What clients say that they accept, and which codings they may be sent then.
 * One that says nothing is taken at its word: it may know no coding at all.
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

/** Counters that come again and again, the low ones most: together more than the memo holds. */
const HOT = 250
/** The share of requests for a page that nobody has asked for before. */
const UNIQUE = 0.25
/** How many pages are known by their tags, and how many of them may be asked for again. */
const KNOWN = 5000
const RECENT = 1000

/**
 * @typedef {object} Asked
 * @property {string} name of the page
 * @property {number} n its counter
 * @property {'GET' | 'HEAD'} method
 * @property {{ accept: string | undefined, allowed: string[] }} encoding
 * @property {string} [tag] sent as If-None-Match
 */

/** Makes requests up, and remembers the entity tags of the answers for those that revalidate. */
class Requests {
  constructor () {
    this.unique = HOT
    this.known = new LRUCache({ max: KNOWN })
    this.recent = []
    this.seen = 0
  }

  /** @returns {Asked} for any page */
  any (fixed) {
    return { name: pick(Object.keys(ejsPages)), n: this.counter(), method: 'GET', encoding: pick(ENCODINGS), ...fixed }
  }

  /** @returns {Asked} for a page that is known by its tag, any page if none is yet */
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
   * @returns {string} the tag that the page was first seen with
   */
  remember ({ name, n }, tag) {
    const key = `${name}/${n}`
    const first = this.known.get(key) ?? tag
    this.known.set(key, first)
    this.recent[this.seen++ % RECENT] = { name, n, tag: first }
    return first
  }

  counter () {
    return Math.random() < UNIQUE ? this.unique++ : Math.floor(HOT * Math.random() ** 3)
  }
}

/**
 * @template T
 * @returns {T} any of them
 */
function pick (list) {
  return list[Math.floor(list.length * Math.random())]
}

module.exports = { ENCODINGS, Requests }
