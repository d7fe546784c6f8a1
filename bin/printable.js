'use strict'

/** Control characters, and the Unicode characters that change the direction of text. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Escapes the characters that a terminal may interpret.
 *
 * @param {string} text from a template, a file name or an engine
 * @returns {string}
 */
function printable (text) {
  return text.replace(CONTROL, (character) => `\\u${character.charCodeAt().toString(16).padStart(4, '0')}`)
}

/**
 * @param {string} text such as the message of an engine
 * @returns {string} the same for several lines, with all but the first indented
 */
function printableLines (text) {
  return text.trimEnd().split(/\r?\n/).map(printable).join('\n').replace(/\n(?=.)/g, '\n    ')
}

module.exports = { printable, printableLines }
