'use strict'

const etag = require('etag')

/**
 * Makes the entity tag of a page, from what determines its bytes rather than
 * from the bytes (RFC 9110, section 8.8.3).
 *
 * @param {'weak' | 'strong'} strength
 */
function entityTag (rendered, strength) {
  return etag(rendered.identityBytes, { weak: strength === 'weak' })
}

/**
 * @param {string} tag a strong one, of the page as it is
 * @returns {string} the tag of the encoded page, whose bytes are others (RFC 9110,
 *   section 8.8.3.3)
 */
function encodedTag (tag, coding) {
  return coding === 'identity' ? tag : `${tag.slice(0, -1)}-${coding}"`
}

/** @returns {string} the same as a weak one */
function weakened (tag) {
  return tag.startsWith('W/') ? tag : `W/${tag}`
}

module.exports = { encodedTag, entityTag, weakened }
