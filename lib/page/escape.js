'use strict'

/** See `types/template.d.ts`. Text without such characters, the usual case, is scanned once and returned unchanged. */
function createEscaper (entities) {
  const codePoints = Object.keys(entities).map((character) => character.charCodeAt(0).toString(16).padStart(4, '0'))
  const special = new RegExp(`[${codePoints.map((codePoint) => `\\u${codePoint}`).join('')}]`, 'g')

  return function escape (text) {
    // The previous call may have thrown midway, when its string became too long.
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

module.exports = { createEscaper }
