'use strict'

/** In place of a figure that is missing. */
const NONE = '–'

/** @returns {string} has commas between thousands */
function figureOrNone (number) {
  return number?.toLocaleString('en') ?? NONE
}

/** @param {number | null | undefined} share 0 to 1 */
function percent (share) {
  return typeof share === 'number' ? `${Math.round(100 * share)} %` : NONE
}

/** @param {string} noun a singular, with a regular plural */
function count (number, noun) {
  return `${figureOrNone(number)} ${noun}${number === 1 ? '' : 's'}`
}

module.exports = { NONE, count, figureOrNone, percent }
