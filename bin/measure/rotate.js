'use strict'

/**
 * @template T
 * @param {T[]} list
 * @param {number} by a whole number from 0 on
 * @returns {T[]} the same, with another one first for each number up to its length
 */
module.exports = function rotate (list, by) {
  const start = by % list.length
  return [...list.slice(start), ...list.slice(0, start)]
}
