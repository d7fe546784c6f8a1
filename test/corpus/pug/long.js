'use strict'

/**
 * @param {string} [mark] tells one text from another
 * @returns {string} text that is long enough for a static fragment
 */
function long (mark = 'x') {
  return `${mark} lorem ipsum `.repeat(25)
}

module.exports = { long }
