'use strict'

const { stripVTControlCharacters } = require('node:util')

/** Characters of two columns: emoji, and those that are wide or full-width by Unicode's East Asian Width. */
const WIDE = new RegExp(`\\p{RGI_Emoji}|[${[
  '\\u1100-\\u115f\\u2329\\u232a\\u2630-\\u2637\\u268a-\\u268f\\u2e80-\\u303e\\u3041-\\u3247\\u3250-\\ua4cf',
  '\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff60\\uffe0-\\uffe6',
  '\\u{16fe0}-\\u{1b2ff}\\u{1d300}-\\u{1d376}\\u{1f200}-\\u{1f265}\\u{20000}-\\u{3fffd}'
].join('')}]`, 'gv')

/** Combining marks, joiners and other characters without a column; a soft hyphen has one. */
const WITHOUT_COLUMN = /[[\p{Mn}\p{Me}\p{Cf}]--\xad]/gv

/** @param {string} text one line, which may be coloured. @returns {number} columns that a terminal shows it in */
function textWidth (text) {
  const plain = stripVTControlCharacters(text).normalize()
  return Array.from(plain.replace(WIDE, '  ').replace(WITHOUT_COLUMN, '')).length
}

module.exports = { textWidth }
