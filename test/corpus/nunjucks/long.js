'use strict'

/**
 * @param {string} [mark] makes it different from others
 * @returns {string} static text that is long enough for a fragment
 */
function long (mark = '') {
  return `<p class="${mark}">lorem ipsum & dolor \\ "sit" 'amet'\n</p>`.repeat(8) + mark
}

module.exports = { long }
