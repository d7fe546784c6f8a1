'use strict'

const { difference: firstDifference } = require('../lib/modes/difference')
const { quoted } = require('../lib/util/printable')

const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Characters that must be escaped in text or in an attribute; references to them stay references. */
const SPECIAL = /[&<"]/

/** @returns {string | undefined} position and text of the first difference; undefined if they are equal */
function difference (actual, expected) {
  const found = firstDifference(expected, actual)
  return found && `differs at byte ${found.offset}: ${quoted(found.ours)} of ${actual.length} bytes, expected ${quoted(found.alone)} of ${expected.length}`
}

/**
 * Compares pages byte by byte if their views are in the same language, otherwise in canonical form.
 *
 * @typedef {{ language: string, body: Buffer }} WrittenPage `language` of its view
 *
 * @returns {string | undefined} see `difference`
 */
function pageDifference (actual, expected) {
  if (actual.language === expected.language) return difference(actual.body, expected.body)
  return difference(...[actual, expected].map(({ body }) => Buffer.from(canonical(body.toString()))))
}

/**
 * Converts pages that are the same to a browser into one form. Engines escape different characters with different
 * references; Pug and JSX write no line breaks between tags, and end void elements differently. A `&`, `<` or `"` that
 * should have been escaped and was not is still a difference.
 */
function canonical (html) {
  return html
    .replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, decodeReference)
    // An ampersand that is not part of a reference.
    .replace(/&(?!#?\w+;)/g, '&#38;')
    .replace(/\n(?=<)|(?<=>)\n/g, '')
    .replace(/ ?\/>/g, '>')
}

function decodeReference (reference, hexadecimal, decimal, name) {
  const character = name === undefined ? String.fromCodePoint(hexadecimal ? parseInt(hexadecimal, 16) : Number(decimal)) : NAMED[name]
  if (character === undefined) return reference
  return SPECIAL.test(character) ? `&#${character.codePointAt()};` : character
}

module.exports = { difference, pageDifference }
