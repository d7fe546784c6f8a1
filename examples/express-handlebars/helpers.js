'use strict'

/**
 * @param {number} count
 * @param {string} one what one of them is called
 * @param {string} many what more of them, or none, are called
 * @returns {string} `1 package`, `2 packages`
 */
function counted (count, one, many) {
  return `${count} ${count === 1 ? one : many}`
}

module.exports = { counted }
