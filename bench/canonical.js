'use strict'

const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What cannot stand for itself in text or in an attribute; a reference to it has to stay one. */
const SPECIAL = /[&<"]/

/**
 * Puts what is the same page to a browser into one form. Engines escape other
 * characters, by other character references, and Pug and JSX write no line breaks
 * between tags and end void elements as they like. A `&`, `<` or `"` that should
 * have been escaped and was not is still another page.
 *
 * @param {string} html
 * @returns {string}
 */
module.exports = function canonical (html) {
  return html
    .replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, decode)
    // No reference: it stands for itself.
    .replace(/&(?!#?\w+;)/g, '&#38;')
    .replace(/\n(?=<)|(?<=>)\n/g, '')
    .replace(/ ?\/>/g, '>')
}

function decode (reference, hexadecimal, decimal, name) {
  const character = name === undefined ? String.fromCodePoint(hexadecimal ? parseInt(hexadecimal, 16) : Number(decimal)) : NAMED[name]
  if (character === undefined) return reference
  return SPECIAL.test(character) ? `&#${character.codePointAt()};` : character
}
