'use strict'

/**
 * @param {string} [mark]
 * @returns {string} text that is long enough for a fragment
 */
function long (mark = '') {
  return `${mark}lorem ipsum dolor `.repeat(20)
}

module.exports = { long }
