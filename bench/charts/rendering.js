'use strict'

const { figure } = require('../../bin/measure/figures')
const { spread } = require('../../bin/measure/statistics')
const { drawBars } = require('./bars')
const { OTHER, OURS } = require('./styles')

/**
 * What renders each page, the fastest first.
 *
 * @param {import('../renderings').Rendering[]} renderings
 * @param {string} conditions
 * @returns {string} an SVG image
 */
function drawRendering (renderings, conditions) {
  return drawBars({
    title: 'Rendering to bytes, by page: shorter is faster',
    conditions,
    unit: 'µs',
    names: 150,
    columns: 2,
    format: (value) => figure(value, value < 10 ? 1 : 0),
    panels: renderings.map(panelOf)
  })
}

function panelOf ({ page, bytes, microseconds }) {
  const renderers = Object.keys(microseconds)
    .map((name) => ({ name, spread: spread(microseconds[name]) }))
    .sort((a, b) => a.spread.median - b.spread.median)
  return {
    title: `${page}, ${figure(bytes)} bytes`,
    categories: renderers.map(({ name }) => name),
    series: [{
      name: page,
      style: (i) => renderers[i].name.startsWith('buffered-render') ? OURS : OTHER,
      spreads: renderers.map(({ spread }) => spread)
    }]
  }
}

module.exports = { drawRendering }
