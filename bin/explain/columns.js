'use strict'

const { figureOrNone, percent } = require('./words')

/**
 * A column of figures.
 *
 * @typedef {object} Column
 * @property {string} head its title, in several lines
 * @property {boolean} [isOptional] whether it is shown only if it was measured
 * @property {boolean} [yields] whether the figures of the page are shown instead, if there are any
 * @property {(figures: import('./analyse').Figures | import('./totals').Totals) => number | null | undefined} value
 * @property {(value: number | null | undefined) => string} show
 */

/** @type {Column[]} */
const OF_TEMPLATE = [
  column('source\nbytes', ({ bytes }) => bytes, { yields: true }),
  column('static\nbytes', (figures) => figures.static?.bytes),
  column('frag-\nments', (figures) => figures.static?.fragments),
  column('pre-\nencoded', (figures) => figures.static?.fragmentBytes, { yields: true }),
  column('of\nstatic', (figures) => figures.static?.share, { show: percent, yields: true }),
  column('dynamic\nsegments', ({ dynamicSegments }) => dynamicSegments)
]

/** @type {Column[]} */
const OF_TEXT = [
  column('static,\nzlib 6', (figures) => figures.static?.zlibBytes),
  column('static,\ndcz', (figures) => figures.static?.dictionaryBytes, { isOptional: true })
]

/** @type {Column[]} */
const OF_PAGE = [
  column('page\nbytes', ({ page }) => page?.bytes),
  column('pre-\nencoded', ({ page }) => page?.share, { show: percent }),
  column('chunks', ({ page }) => page?.chunks),
  column('sent\nbytes', ({ page }) => page?.sentBytes),
  column('page,\nzlib 6', ({ page }) => page?.zlibBytes),
  column('page,\ndcz', ({ page }) => page?.dictionaryBytes, { isOptional: true })
]

/** @returns {Column} */
function column (head, value, more) {
  return { head, value, show: figureOrNone, ...more }
}

/** @returns {Column[]} those of the table, which has to fit the width of a terminal */
function columnsOf (totals) {
  return [...OF_TEMPLATE, ...totals.page ? OF_PAGE : OF_TEXT]
    .filter(({ isOptional, value, yields }) => !(isOptional && value(totals) === undefined) && !(yields && totals.page))
}

module.exports = { columnsOf }
