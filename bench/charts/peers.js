'use strict'

const { figure } = require('../../bin/measure/figures')
const { spread } = require('../../bin/measure/statistics')
const { rates } = require('../tables/rates')
const variants = require('../variants')
const { drawBars } = require('./bars')
const { LIMIT, OTHER, OURS } = require('./styles')

/**
 * The servers of a page, the fastest first.
 *
 * @param {import('../rounds').Measured} page
 * @param {string} conditions
 * @returns {string} an SVG image
 */
function drawPeers (page, conditions) {
  const servers = page.variants
    .map((variant) => ({ title: variants[variant].title, spread: spread(rates(page, variant)) }))
    .sort((a, b) => b.spread.median - a.spread.median)
  return drawBars({
    title: `Requests per second, by server: ${page.title}`,
    conditions,
    unit: 'requests/s',
    names: 240,
    format: (value) => figure(value),
    panels: [{
      categories: servers.map(({ title }) => title),
      series: [{ name: page.title, style: (i) => styleOf(servers[i]), spreads: servers.map(({ spread }) => spread) }]
    }]
  })
}

function styleOf ({ title }) {
  if (title.includes('buffered-render')) return OURS
  return title.includes('prebuilt') ? LIMIT : OTHER
}

module.exports = { drawPeers }
