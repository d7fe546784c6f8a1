'use strict'

const canonical = require('./canonical')
const { difference } = require('./soak/difference')

/**
 * @typedef {object} WrittenPage
 * @property {string} language of the view it was rendered from
 * @property {Buffer} body
 */

/**
 * Compares pages byte by byte if their views are in the same language, else in
 * the form of `canonical.js`.
 *
 * @param {WrittenPage} actual
 * @param {WrittenPage} expected
 * @returns {string | undefined} where they part and what stands there, nothing if they are the same
 */
module.exports = function pageDifference (actual, expected) {
  if (actual.language === expected.language) return difference(actual.body, expected.body)
  const [found, wanted] = [actual, expected].map(({ body }) => Buffer.from(canonical(body.toString())))
  return difference(found, wanted)
}
