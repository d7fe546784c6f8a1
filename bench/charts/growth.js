'use strict'

const { figure } = require('../../bin/measure/figures')
const { OURS, STOCK } = require('./styles')
const { INK, draw, heading } = require('./svg')

const LINES = [
  { cost: 'copy', name: 'a copy of the page', style: STOCK },
  { cost: 'gzip', name: 'validator and gzip', style: OURS },
  { cost: 'validator', name: 'validator alone', style: { fill: '#0f766e' } }
]

/**
 * @param {import('../growth').Growth[]} growth
 * @param {string} conditions
 * @returns {string} an SVG image
 */
function drawGrowth (growth, conditions) {
  const axis = { nameLocation: 'middle', nameTextStyle: { color: INK, fontSize: 12 }, splitLine: { lineStyle: { color: '#e5e7eb' } } }
  return draw({
    title: heading('What a response costs as its static part grows', conditions),
    grid: { left: 70, right: 150, top: 84, bottom: 60 },
    xAxis: {
      ...axis,
      type: 'category',
      boundaryGap: false,
      data: growth.map(({ kilobytes }) => figure(kilobytes)),
      name: 'KB of static text, beside 1 KB of dynamic text',
      nameGap: 30,
      axisLabel: { color: INK }
    },
    yAxis: { ...axis, type: 'log', name: 'µs', nameGap: 46, axisLabel: { color: INK, formatter: (value) => String(value) } },
    series: LINES.map(({ cost, name, style: { fill: color } }) => ({
      type: 'line',
      name,
      data: growth.map(({ costs }) => costs[cost]),
      symbol: 'circle',
      symbolSize: 7,
      lineStyle: { width: 2.5 },
      itemStyle: { color },
      clip: false,
      labelLayout: { moveOverlap: 'shiftY' },
      endLabel: { show: true, formatter: `{a}\n${figure(growth.at(-1).costs[cost], 1)} µs`, color: INK, fontSize: 12 }
    }))
  }, { width: 900, height: 420 })
}

module.exports = { drawGrowth }
