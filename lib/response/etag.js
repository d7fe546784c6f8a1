'use strict'

const etag = require('etag')

/**
 * Makes the entity tag of a page, from what determines its bytes rather than
 * from the bytes (RFC 9110, section 8.8.3).
 *
 * @param {import('../template/rendered').Rendered} rendered
 * @param {'weak' | 'strong' | false | ((body: Buffer) => string | undefined)} mode
 *   a function gets the body itself
 * @returns {string | undefined} nothing if there is to be none
 */
function entityTag (rendered, mode) {
  if (mode === false) return undefined
  if (typeof mode === 'function') return mode(rendered.toBuffer())
  return etag(rendered.identityBytes, { weak: mode === 'weak' })
}

module.exports = { entityTag }
