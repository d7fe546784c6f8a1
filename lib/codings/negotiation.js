'use strict'

const Negotiator = require('negotiator')
const { codings } = require('.')
const { LRUCache } = require('../util/lru-cache')

/** Headers longer than those of browsers are not cached. */
const LONGEST_CACHED = 100

/** Accept-Encoding header → what it accepts. @type {LRUCache<string, import('.').Coding[]>} */
const acceptedCache = new LRUCache({ max: 100 })
const dictionaryCache = new LRUCache({ max: 100 })

/** RFC 9842. A client that has the dictionary accepts `dcz`; one that could fetch it accepts `zstd`. */
const DICTIONARY_CODINGS = ['dcz', 'zstd']

const names = codings.map(({ name }) => name)
const byName = Object.fromEntries(codings.map((coding) => [coding.name, coding]))

/**
 * Gives what Accept-Encoding (RFC 9110, section 12.5.3) accepts, in the client's order; without it, identity only.
 *
 * @param {boolean} [deflatesText] if false, no coding whose length always depends on text
 */
function acceptedCodings (header = '', deflatesText = true) {
  const accepted = acceptedCache.get(header) ??
    kept(acceptedCache, header, negotiated(header, names).map((name) => byName[name]))
  return deflatesText ? accepted : accepted.filter(({ dependsOnText }) => !dependsOnText)
}

/** @returns {string[]} the names of the codings with a dictionary that Accept-Encoding accepts */
function dictionaryCodings (header = '') {
  return dictionaryCache.get(header) ?? kept(dictionaryCache, header, negotiated(header, DICTIONARY_CODINGS))
}

function negotiated (header, available) {
  return new Negotiator({ headers: { 'accept-encoding': header } }).encodings(available, { preferred: available })
}

function kept (cache, header, accepted) {
  if (header.length <= LONGEST_CACHED) cache.set(header, accepted)
  return accepted
}

module.exports = { acceptedCodings, dictionaryCodings }
