'use strict'

const { sum } = require('./measure')

/**
 * The sums of the figures of all views.
 *
 * @typedef {object} Totals
 * @property {number} views
 * @property {number} bytes the size of their files
 * @property {import('./measure').Measures} [static] that of views that compile
 * @property {number} dynamicSegments the number in views whose dialect reports them
 * @property {import('./measure').Measures & Omit<import('./measure').PageMeasures, 'coding'>} [page] of all pages
 * @property {number} findings
 */

/** @param {import('./analyse').Figures[]} views. @returns {Totals} */
function totalsOf (views) {
  const total = (figure) => views.reduce((sum, view) => sum + figure(view), 0)
  return {
    views: views.length,
    bytes: total(({ bytes }) => bytes),
    static: sum(views.flatMap((view) => view.static ?? [])),
    dynamicSegments: total(({ dynamicSegments = 0 }) => dynamicSegments),
    page: sum(views.flatMap(({ page }) => page ?? [])),
    findings: total(({ findings }) => findings.length)
  }
}

module.exports = { totalsOf }
