'use strict'

const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What cannot stand for itself in text or in an attribute; a reference to it has to stay one. */
const SPECIAL = /[&<"]/

/** How many bytes are shown from where two bodies part. */
const SHOWN = 40

/** @returns {string | undefined} where they part and what stands there, nothing if they are equal */
function difference (actual, expected) {
  if (actual.equals(expected)) return undefined
  let at = 0
  while (at < actual.length && actual[at] === expected[at]) at++
  return `parts at byte ${at}: ${show(actual, at)} of ${actual.length} bytes, expected ${show(expected, at)} of ${expected.length}`
}

function show (body, at) {
  return JSON.stringify(body.toString('utf8', at, at + SHOWN))
}

/**
 * Compares pages byte by byte if their views are in the same language, else in their canonical form.
 *
 * @param {WrittenPage} actual
 * @param {WrittenPage} expected
 * @returns {string | undefined} as `difference`
 *
 * @typedef {object} WrittenPage
 * @property {string} language of the view it was rendered from
 * @property {Buffer} body
 */
function pageDifference (actual, expected) {
  if (actual.language === expected.language) return difference(actual.body, expected.body)
  const [found, wanted] = [actual, expected].map(({ body }) => Buffer.from(canonical(body.toString())))
  return difference(found, wanted)
}

/**
 * Puts what is the same page to a browser into one form. Engines escape other
 * characters, by other character references, and Pug and JSX write no line breaks
 * between tags and end void elements as they like. A `&`, `<` or `"` that should
 * have been escaped and was not is still another page.
 */
function canonical (html) {
  return html
    .replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, decodeReference)
    // No reference: it stands for itself.
    .replace(/&(?!#?\w+;)/g, '&#38;')
    .replace(/\n(?=<)|(?<=>)\n/g, '')
    .replace(/ ?\/>/g, '>')
}

function decodeReference (reference, hexadecimal, decimal, name) {
  const character = name === undefined ? String.fromCodePoint(hexadecimal ? parseInt(hexadecimal, 16) : Number(decimal)) : NAMED[name]
  if (character === undefined) return reference
  return SPECIAL.test(character) ? `&#${character.codePointAt()};` : character
}

module.exports = { canonical, difference, pageDifference }
