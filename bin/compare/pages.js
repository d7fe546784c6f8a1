'use strict'

const zlib = require('node:zlib')
const { difference } = require('./difference')

/** RFC 1952, section 2.3.1; no UTF-8 text begins with these bytes. */
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

/**
 * Whether both sides give the same page.
 *
 * @typedef {object} PageComparison
 * @property {boolean} identical the same pages, or the same error
 * @property {number} [bytes] of the engine's page
 * @property {boolean} [changes] whether the engine's page differs from render to render
 * @property {Record<'engine' | 'ours', number>} [gzip] length of the body for a client that
 *   accepts gzip, if pages of this length are compressed
 * @property {boolean} [sentAsIs] whether our page goes to such a client without a coding
 * @property {import('./difference').Difference} [difference]
 * @property {{ engine?: Thrown, ours?: Thrown }} [errors] if a side throws
 *
 * @typedef {{ name: string, message: string }} Thrown
 */

/**
 * Compares the pages of both sides. Renders twice, since a template may change its locals.
 *
 * @param {Record<'engine' | 'ours', import('./side-process').SideProcess>} sides
 * @param {number} threshold bytes below which pages are not compressed
 * @returns {Promise<PageComparison>}
 */
async function comparePages (sides, threshold) {
  const first = await renderBoth(sides, 'page')
  if (first.errors) return first
  const second = await renderBoth(sides, 'page')
  if (second.errors) return second

  const bytes = first.engine.length
  const changes = !first.engine.equals(second.engine)
  const firstDifference = difference(first.engine, first.ours) ?? difference(second.engine, second.ours)
  if (firstDifference) return { identical: false, bytes, changes, difference: firstDifference }
  if (bytes < threshold) return { identical: true, bytes, changes }
  return { bytes, changes, ...await compareGzip(sides) }
}

/**
 * @param {Record<'engine' | 'ours', import('./side-process').SideProcess>} sides
 * @returns {Promise<PageComparison>}
 */
async function compareGzip (sides) {
  const { identical, errors, engine, ours } = await renderBoth(sides, 'gzip')
  if (errors) return { identical, errors }
  const firstDifference = difference(decode(engine), decode(ours))
  if (firstDifference) return { identical: false, difference: firstDifference }
  return { identical: true, gzip: { engine: engine.length, ours: ours.length }, sentAsIs: !isGzip(ours) }
}

/**
 * @param {Record<'engine' | 'ours', import('./side-process').SideProcess>} sides
 * @param {'page' | 'gzip'} way
 * @returns {Promise<{ engine: Buffer, ours: Buffer } | Pick<PageComparison, 'identical' | 'errors'>>}
 */
async function renderBoth (sides, way) {
  const engine = await sides.engine.outcome({ render: way })
  const ours = await sides.ours.outcome({ render: way })
  if (engine.error || ours.error) {
    return { identical: isSame(engine.error, ours.error), errors: { engine: engine.error, ours: ours.error } }
  }
  return { engine: Buffer.from(engine.value, 'base64'), ours: Buffer.from(ours.value, 'base64') }
}

/**
 * @param {Thrown} [a]
 * @param {Thrown} [b]
 * @returns {boolean}
 */
function isSame (a, b) {
  return a?.name === b?.name && a?.message === b?.message
}

/**
 * @param {Buffer} body
 * @returns {Buffer} the page in it
 * @throws {Error} if it is not a valid gzip member
 */
function decode (body) {
  try {
    return isGzip(body) ? zlib.gunzipSync(body) : body
  } catch (error) {
    throw new Error(`The response is not a valid gzip member: ${error.message}`, { cause: error })
  }
}

/**
 * @param {Buffer} body
 * @returns {boolean}
 */
function isGzip (body) {
  return body.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)
}

module.exports = { comparePages }
