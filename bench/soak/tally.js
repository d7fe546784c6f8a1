'use strict'

/** How many failures of a sort are described, so that one sort does not hide another. */
const DESCRIBED = 4

/**
 * What has been asked and what came of it, by kind of request.
 */
class Tally {
  constructor () {
    this.kinds = {}
    this.encodings = {}
    this.failures = 0
    this.described = {}
  }

  /**
   * @param {string} kind
   * @param {'sent' | 'status 200' | 'status 304' | 'other status' | 'bodies checked' | 'wrong bodies' | 'other faults' | 'errors'} what
   */
  count (kind, what) {
    this.kinds[kind] ??= {}
    increment(this.kinds[kind], what)
  }

  /**
   * @param {string} accept what the client said
   * @param {string} coding of the body that it got
   */
  countEncoding (accept, coding) {
    this.encodings[accept] ??= {}
    increment(this.encodings[accept], coding)
  }

  /**
   * @param {string} kind
   * @param {'wrong bodies' | 'other faults' | 'errors'} what
   * @param {string} description
   */
  fail (kind, what, description) {
    this.count(kind, what)
    this.failures++
    this.described[what] ??= []
    if (this.described[what].length < DESCRIBED) this.described[what].push(`${kind}, ${description}`)
  }
}

function increment (counts, name) {
  counts[name] = (counts[name] ?? 0) + 1
}

module.exports = { Tally }
