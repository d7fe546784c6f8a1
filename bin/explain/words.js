'use strict'

/** Where there is no figure. */
const NONE = '–'

/** Control characters, and those of Unicode that turn the direction of text. */
// eslint-disable-next-line no-control-regex
const CONTROL = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * @param {number | null | undefined} number
 * @returns {string} with commas between thousands
 */
function figure (number) {
  return number?.toLocaleString('en') ?? NONE
}

/**
 * @param {number | null | undefined} share 0 to 1
 * @returns {string}
 */
function percent (share) {
  return typeof share === 'number' ? `${Math.round(100 * share)} %` : NONE
}

/**
 * @param {number} number
 * @param {string} noun in the singular, of one that takes an s
 * @returns {string}
 */
function count (number, noun) {
  return `${figure(number)} ${noun}${number === 1 ? '' : 's'}`
}

/**
 * @param {string} text that others wrote
 * @returns {string} without what a terminal takes as a command
 */
function printable (text) {
  return text.replace(CONTROL, (character) => `\\u${character.charCodeAt().toString(16).padStart(4, '0')}`)
}

module.exports = { NONE, count, figure, percent, printable }
