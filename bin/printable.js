'use strict'

/** Control characters, and those of Unicode that turn the direction of text. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * @param {string} text that others wrote
 * @returns {string} without what a terminal takes as a command
 */
function printable (text) {
  return text.replace(CONTROL, (character) => `\\u${character.charCodeAt().toString(16).padStart(4, '0')}`)
}

module.exports = { printable }
