'use strict'

const etag = require('etag')

/**
 * Computes the entity tag of a page from its identity rather than from its bytes
 * (RFC 9110, section 8.8.3).
 *
 * @param {import('../page/rendered').Rendered} rendered
 * @param {'weak' | 'strong'} strength
 * @returns {string}
 */
function entityTag (rendered, strength) {
  return etag(rendered.identityBytes, { weak: strength === 'weak' })
}

/**
 * @param {string} tag a strong entity tag of the unencoded page
 * @param {string} coding
 * @returns {string} the tag of the encoded page, whose bytes differ (RFC 9110,
 *   section 8.8.3.3)
 */
function encodedTag (tag, coding) {
  return coding === 'identity' ? tag : `${tag.slice(0, -1)}-${coding}"`
}

/** @returns {string} the tag as a weak one */
function weakened (tag) {
  return tag.startsWith('W/') ? tag : `W/${tag}`
}

module.exports = { encodedTag, entityTag, weakened }
