'use strict'

const zlib = require('node:zlib')
const { encodeDcz } = require('../../lib/codings/dcz/zstd')
const { GzipMember } = require('../../lib/codings/gzip/gzip')

/** The default level of zlib and of the packages that compress responses. */
const ZLIB_LEVEL = 6

/**
 * Sizes of static text or of a page.
 *
 * @typedef {object} Measures
 * @property {number} bytes the size as UTF-8
 * @property {number} fragments the number of static fragments
 * @property {number} fragmentBytes bytes in static fragments
 * @property {number | null} share the part of the bytes that is in static fragments, 0 to 1; null if there are no bytes
 * @property {number} zlibBytes gzip bytes at level 6 of zlib
 * @property {number | null} [dictionaryBytes] bytes as `dcz`; missing without a dictionary, null for a page of more
 *   than 8 MB
 *
 * @typedef {object} PageMeasures
 * @property {number} chunks text, fragment, text …
 * @property {'gzip' | 'identity'} coding that of the first response to a client that accepts gzip: identity if the page
 *   is below the `threshold`, contains a large file or does not get shorter, or `compress` is off
 * @property {number} sentBytes the size in that coding
 */

/**
 * @param {import('../../lib/page/rendered').Rendered} page
 * @param {import('../../lib/response/respond').Responder} responder that of the renderer
 * @returns {Measures & PageMeasures}
 */
function measurePage (page, { deflatesText, threshold }, dictionary) {
  const { byteLength } = page
  const member = page.isLarge || byteLength < threshold ? undefined : new GzipMember(page, { deflatesText })
  const sent = member?.isSmaller
    ? { coding: 'gzip', sentBytes: member.toBuffer().length }
    : { coding: 'identity', sentBytes: byteLength }
  return { ...measure(page, dictionary, { matchesText: deflatesText }), chunks: page.chunks.length, ...sent }
}

/** @param {import('../../lib/page/rendered').Rendered} rendered a page, or static text. @returns {Measures} */
function measure (rendered, dictionary, how) {
  const { byteLength, text } = rendered
  const fragmentBytes = byteLength - text.length
  return {
    bytes: byteLength,
    fragments: fragmentsOf(rendered).length,
    fragmentBytes,
    share: shareOf(fragmentBytes, byteLength),
    zlibBytes: zlib.gzipSync(rendered.toBuffer(), { level: ZLIB_LEVEL }).length,
    ...dictionary && { dictionaryBytes: encodeDcz(rendered, dictionary, how)?.length ?? null }
  }
}

function fragmentsOf ({ chunks }) {
  return chunks.filter((chunk) => typeof chunk !== 'string')
}

/**
 * @template {Measures} T
 * @param {T[]} measures
 * @returns {Omit<T, 'coding'> | undefined} sums, and the share of the sums; undefined without measures
 */
function sum (measures) {
  if (measures.length === 0) return undefined
  const { coding, ...total } = measures.reduce((total, each) => mapValues(total, (value, name) => value + each[name]))
  return { ...total, share: shareOf(total.fragmentBytes, total.bytes) }
}

function mapValues (object, map) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]))
}

function shareOf (part, total) {
  return total === 0 ? null : part / total
}

module.exports = { measure, measurePage, sum }
