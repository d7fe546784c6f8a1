'use strict'

/**
 * Makes a function that replaces characters by their entities.
 *
 * Most text holds nothing to escape, so it is scanned once and returned as it
 * is.
 *
 * @param {Record<string, string>} entities one character → what stands for it
 * @returns {(text: string) => string}
 */
function createEscaper (entities) {
  const special = new RegExp(`[${Object.keys(entities).map(codePoint).join('')}]`, 'g')

  return function escape (text) {
    // A string that grew too long may have thrown in the middle of another text.
    special.lastIndex = 0
    if (!special.test(text)) return text

    let escaped = ''
    let last = 0
    do {
      const index = special.lastIndex - 1
      escaped += text.slice(last, index) + entities[text[index]]
      last = index + 1
    } while (special.test(text))
    return escaped + text.slice(last)
  }
}

/** @returns {string} its escape in a regular expression */
function codePoint (character) {
  return '\\u' + character.charCodeAt(0).toString(16).padStart(4, '0')
}

module.exports = { createEscaper }
