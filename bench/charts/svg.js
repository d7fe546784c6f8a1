'use strict'

const echarts = require('echarts')

const INK = '#1f2937'

/** Options of all charts: images without animation or interaction. */
const COMMON = {
  animation: false,
  backgroundColor: '#ffffff',
  textStyle: { fontFamily: 'Helvetica, Arial, sans-serif', color: INK }
}

/**
 * @param {object} option of ECharts
 * @param {{ width: number, height: number }} size in pixels
 * @returns {string} an SVG image, the same for the same option
 */
function draw (option, size) {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, ...size })
  try {
    chart.setOption({ ...COMMON, ...option })
    return withoutHooks(chart.renderToSVGString()) + '\n'
  } finally {
    chart.dispose()
  }
}

/** Removes hooks for scripts and pointers, and the chart's number within this process. */
function withoutHooks (svg) {
  return svg
    .replace(/<style ?>[^]*?<\/style>\n?/g, '')
    .replace(/ (?:class|ecmeta_\w+)="[^"]*"/g, '')
    .replace(/\bzr\d+-/g, '')
}

/**
 * @param {string} conditions of the measurement
 * @returns {object} the title of ECharts
 */
function heading (title, conditions) {
  return {
    text: title,
    subtext: conditions,
    left: 16,
    top: 10,
    itemGap: 6,
    textStyle: { fontSize: 17, color: INK },
    subtextStyle: { fontSize: 12, color: '#4b5563' }
  }
}

/** Styles of bars: this library, frameworks alone, other peers, and upper limits. */
const STYLES = {
  OURS: { fill: '#1d6fb8' },
  STOCK: { fill: '#c76f16' },
  OTHER: { fill: '#7b8aa0' },
  LIMIT: { fill: '#e5eaf0', stroke: '#64748b', lineWidth: 1 }
}

module.exports = { INK, STYLES, draw, heading }
