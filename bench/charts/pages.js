'use strict'

const { figure } = require('../../bin/measure/figures')
const { spread } = require('../../bin/measure/statistics')
const { rates } = require('../tables/rates')
const { drawBars } = require('./bars')
const { LIMIT, OURS, STOCK } = require('./styles')

/** The roles of a page's variants, as the table has them. */
const ROLES = [
  { role: 'baseline', name: 'stock', style: STOCK },
  { role: 'ours', name: 'buffered-render', style: OURS },
  { role: 'limit', name: 'prebuilt', style: LIMIT }
]

/**
 * @param {import('../rounds').Measured[]} pages
 * @param {string} conditions
 * @returns {string} an SVG image
 */
function drawPages (pages, conditions) {
  return drawBars({
    title: 'Requests per second, by page',
    conditions,
    unit: 'requests/s',
    names: 210,
    format: (value) => figure(value),
    panels: [{
      categories: pages.map(({ title }) => title),
      series: ROLES.map(({ role, name, style }) => ({
        name,
        style,
        spreads: pages.map((page) => page[role] && spread(rates(page, page[role])))
      }))
    }]
  })
}

module.exports = { drawPages }
