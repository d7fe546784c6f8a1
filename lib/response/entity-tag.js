'use strict'

const { hash } = require('node:crypto')
const etag = require('etag')

/** The length of a SHA-1 digest in base64 without padding. */
const DIGEST = 27

/**
 * Computes the entity tag of a page from its composition rather than from its bytes (RFC 9110, section 8.8.3). It is
 * the tag that the package `etag` gives for the composition; its Hash object costs as much again as the hash of a small
 * page.
 */
function entityTag (rendered, strength) {
  const { identityBytes: composition } = rendered
  const digest = hash('sha1', composition, 'base64').slice(0, DIGEST)
  return `${strength === 'weak' ? 'W/' : ''}"${composition.length.toString(16)}-${digest}"`
}

/**
 * @param {string} tag a strong one
 * @param {import('../codings').Coding} coding
 * @returns {string} the tag of the encoded page, whose bytes differ (RFC 9110, section 8.8.3.3)
 */
function encodedTag (tag, { suffix }) {
  return `${tag.slice(0, -1)}${suffix}"`
}

/**
 * The tag of a page with a large file. It is weak, since a change of a file is detected by its length and time only.
 */
function fileTag (rendered) {
  return etag(rendered.identityBytes, { weak: true })
}

/** @returns {string | undefined} the tag of the app's function; weak for encoded bytes (RFC 9110, section 8.8.3.3) */
function tagByApp (generate, page, isEncoded) {
  const tag = generate(page)
  return tag && isEncoded ? weakened(tag) : tag
}

/** @param {string | number | string[]} given the header, which an app may set as a list */
function weakened (given) {
  if (Array.isArray(given)) return given.map(weakened)
  return String(given).startsWith('W/') ? given : `W/${given}`
}

module.exports = { encodedTag, entityTag, fileTag, tagByApp, weakened }
