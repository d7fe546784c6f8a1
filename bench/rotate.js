'use strict'

/**
 * Moves elements from the start of a list to its end.
 *
 * @param {number} by number of elements; larger numbers wrap around
 */
module.exports = function rotate (list, by) {
  const start = by % list.length
  return [...list.slice(start), ...list.slice(0, start)]
}
