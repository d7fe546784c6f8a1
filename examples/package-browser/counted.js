'use strict'

/**
 * @param {number} count
 * @param {string} one noun in the singular
 * @param {string} many noun in the plural
 * @returns {string} `1 package`, `2 packages`
 */
function counted (count, one, many) {
  return `${count} ${count === 1 ? one : many}`
}

module.exports = { counted }
