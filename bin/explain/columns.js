'use strict'

const { percent } = require('./words')

/**
 * The title of a column, in several lines; its figure of a view or of all; and how that is shown, if not as a figure.
 *
 * @typedef {import('./analyse').Figures | import('./totals').Totals} Figures
 * @typedef {[string, (figures: Figures) => number | null | undefined, typeof percent | undefined]} Column
 *
 * @param {import('./totals').Totals} totals
 * @returns {Column[]} those that were measured, few enough for a terminal of 80 columns
 */
function columnsOf (totals) {
  const part = totals.page ? 'page' : 'static'
  return [
    ['static\nbytes', (figures) => figures.static?.bytes],
    ['frag-\nments', (figures) => figures.static?.fragments],
    ['dynamic\nsegments', ({ dynamicSegments }) => dynamicSegments],
    totals.page && ['page\nbytes', ({ page }) => page?.bytes],
    ['pre-\nencoded', (figures) => figures[part]?.share, percent],
    totals.page && ['sent\nbytes', ({ page }) => page?.sentBytes],
    [`${part},\nzlib 6`, (figures) => figures[part]?.zlibBytes],
    totals[part]?.dictionaryBytes !== undefined && [`${part},\ndcz`, (figures) => figures[part]?.dictionaryBytes]
  ].filter(Boolean)
}

module.exports = { columnsOf }
