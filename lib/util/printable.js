'use strict'

/** Control characters, and the Unicode characters that change the direction of text. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Escapes the characters of a text, such as a name of a view, that a terminal may interpret. */
function printable (text) {
  return text.replace(CONTROL, (character) => `\\u${character.charCodeAt().toString(16).padStart(4, '0')}`)
}

/** @returns {string} the text as a literal of one line */
function quoted (text) {
  return printable(JSON.stringify(text))
}

module.exports = { printable, quoted }
