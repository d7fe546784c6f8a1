'use strict'

const { figureOrNone, percent } = require('./words')

/**
 * A column of figures.
 *
 * @typedef {object} Column
 * @property {string} title its title in the report
 * @property {string} [head] that in the terminal, in several lines; without it, the terminal does not show the column
 * @property {boolean} [isOptional] whether it is shown only if it was measured
 * @property {boolean} [yields] whether the terminal shows the figures of the page instead, if there are any
 * @property {(figures: import('./analyse').Figures | import('./totals').Totals) => number | null | undefined} value
 * @property {(value: number | null | undefined) => string} show
 */

/** @type {Column[]} */
const OF_TEMPLATE = [
  column('Source', 'source\nbytes', ({ bytes }) => bytes, { yields: true }),
  column('Static', 'static\nbytes', (figures) => figures.static?.bytes),
  column('Fragments', 'frag-\nments', (figures) => figures.static?.fragments),
  column('Pre-encoded', 'pre-\nencoded', (figures) => figures.static?.fragmentBytes, { yields: true }),
  column('Of static', 'of\nstatic', (figures) => figures.static?.share, { show: percent, yields: true }),
  column('Dynamic', 'dynamic\nsegments', ({ dynamicSegments }) => dynamicSegments)
]

/** @type {Column[]} */
const OF_TEXT = [
  column('Deflated', undefined, (figures) => figures.static?.deflatedBytes),
  column('Static, zlib 6', 'static,\nzlib 6', (figures) => figures.static?.zlibBytes),
  column('Static, dcz', 'static,\ndcz', (figures) => figures.static?.dictionaryBytes, { isOptional: true })
]

/** @type {Column[]} */
const OF_PAGE = [
  column('Page', 'page\nbytes', ({ page }) => page?.bytes),
  column('Pre-encoded', 'pre-\nencoded', ({ page }) => page?.share, { show: percent }),
  column('Chunks', 'chunks', ({ page }) => page?.chunks),
  column('Sent', 'sent\nbytes', ({ page }) => page?.sentBytes),
  column('Page, zlib 6', 'page,\nzlib 6', ({ page }) => page?.zlibBytes),
  column('Page, dcz', 'page,\ndcz', ({ page }) => page?.dictionaryBytes, { isOptional: true })
]

/** @returns {Column} */
function column (title, head, value, more) {
  return { title, head, value, show: figureOrNone, ...more }
}

/** @returns {Column[]} those of the report */
function reportColumns (totals) {
  return [...OF_TEMPLATE, ...totals.page ? OF_PAGE : OF_TEXT]
    .filter(({ isOptional, value }) => !isOptional || value(totals) !== undefined)
}

/** @returns {Column[]} those of the terminal, which is narrower */
function terminalColumns (totals) {
  return reportColumns(totals).filter(({ head, yields }) => head !== undefined && !(yields && totals.page))
}

module.exports = { reportColumns, terminalColumns }
