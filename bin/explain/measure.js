'use strict'

const zlib = require('node:zlib')
const { GzipMember } = require('../../lib/response/gzip')

/** The default of zlib, and of the packages that compress responses. */
const ZLIB_LEVEL = 6

/**
 * What text and static fragments come to.
 *
 * @typedef {object} Measures
 * @property {number} bytes as UTF-8
 * @property {number} fragments static fragments: encoded, hashed and deflated in advance
 * @property {number} fragmentBytes bytes in them
 * @property {number | null} share of the bytes that are in them, 0 to 1; null if there are no bytes
 * @property {number} zlibBytes of all of it as gzip, by zlib's level 6
 */

/**
 * @typedef {object} TextMeasures
 * @property {number} deflatedBytes that the fragments take in a gzip response
 */

/**
 * @typedef {object} PageMeasures
 * @property {number} chunks the pieces that it is spliced of: text, fragment, text …
 * @property {'gzip' | 'identity'} coding that it is sent in at once to a client that takes gzip:
 *   as it is if it is below the `threshold`, has a large file, gzip would not make it shorter, or `compress` is off
 * @property {number} sentBytes in that coding
 */

/**
 * @param {import('../../lib/page/rendered').Rendered} text the static text of a template
 * @returns {Measures & TextMeasures}
 */
function measureText (text) {
  return {
    ...measure(text),
    deflatedBytes: fragmentsOf(text).reduce((sum, { deflated }) => sum + deflated.bytes.length, 0)
  }
}

/**
 * @param {import('../../lib/page/rendered').Rendered} page
 * @param {import('../../lib/response/respond').Responder} responder of the renderer
 * @returns {Measures & PageMeasures}
 */
function measurePage (page, { deflatesText, threshold }) {
  const { byteLength } = page
  const member = page.isLarge || byteLength < threshold ? undefined : new GzipMember(page, { deflatesText })
  const sent = member?.pays ? { coding: 'gzip', sentBytes: member.toBuffer().length } : { coding: 'identity', sentBytes: byteLength }
  return { ...measure(page), chunks: page.chunks.length, ...sent }
}

/**
 * @param {import('../../lib/page/rendered').Rendered} rendered
 * @returns {Measures}
 */
function measure (rendered) {
  const { byteLength, text } = rendered
  const fragmentBytes = byteLength - text.length
  return {
    bytes: byteLength,
    fragments: fragmentsOf(rendered).length,
    fragmentBytes,
    share: shareOf(fragmentBytes, byteLength),
    zlibBytes: zlib.gzipSync(rendered.toBuffer(), { level: ZLIB_LEVEL }).length
  }
}

function fragmentsOf ({ chunks }) {
  return chunks.filter((chunk) => typeof chunk !== 'string')
}

/**
 * @template {Measures} T
 * @param {T[]} measures
 * @returns {Omit<T, 'coding'> | undefined} their sums, and the share of those; nothing if there are none
 */
function sum (measures) {
  if (measures.length === 0) return undefined
  const { coding, ...total } = measures.reduce((total, each) => mapValues(total, (value, name) => value + each[name]))
  return { ...total, share: shareOf(total.fragmentBytes, total.bytes) }
}

function mapValues (object, map) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]))
}

function shareOf (part, whole) {
  return whole === 0 ? null : part / whole
}

module.exports = { measurePage, measureText, sum }
