'use strict'

const { figure } = require('../../bin/measure/figures')
const { INK, draw, heading } = require('./svg')

const TOP = 84
const PANEL_TITLE = 24
/** Heights of a bar and of the gap between groups, in pixels. */
const BAR = 17
const GAP = 12
/** Space below a panel for the labels of its axis. */
const FOOT = 58
/** Space to the right of the longest bar for its figure. */
const FIGURE = 64

/**
 * Horizontal bars, each with whiskers and a figure.
 *
 * @typedef {object} Bars
 * @property {string} title
 * @property {string} conditions of the measurement
 * @property {string} unit of the axes
 * @property {number} names pixels for the names of the categories
 * @property {number} [columns] panels side by side
 * @property {Panel[]} panels with the same number of categories
 * @property {(value: number) => string} format
 */

/**
 * @typedef {object} Panel
 * @property {string} [title]
 * @property {string[]} categories from the top down
 * @property {Series[]} series
 */

/** @typedef {{ fill: string, stroke?: string, lineWidth?: number }} Style see `svg.js` */

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {Style | ((category: number) => Style)} style
 * @property {(import('../../bin/measure/statistics').Spread | undefined)[]} spreads by category
 */

/** @returns {string} an SVG image */
function drawBars (bars) {
  const { title, conditions, panels, columns = 1, names } = bars
  const [{ categories, series }] = panels
  const width = 900
  const head = panels[0].title === undefined ? 0 : PANEL_TITLE
  const inner = categories.length * (series.length * BAR + GAP)
  const outer = head + inner + FOOT
  const left = (i) => (i % columns) * (width / columns)
  const top = (i) => TOP + Math.floor(i / columns) * outer

  return draw({
    title: [
      heading(title, conditions),
      ...panels.filter(() => head > 0).map((panel, i) => ({
        text: panel.title,
        left: left(i) + names,
        top: top(i),
        padding: 0,
        textStyle: { fontSize: 13, color: INK }
      }))
    ],
    legend: series.length > 1 ? { right: 16, top: 14, selectedMode: false, itemHeight: 11, textStyle: { fontSize: 12, color: INK } } : undefined,
    grid: panels.map((_, i) => ({ left: left(i) + names, top: top(i) + head, width: width / columns - names - FIGURE, height: inner })),
    xAxis: panels.map((_, i) => valueAxis(bars, i)),
    yAxis: panels.map((panel, i) => categoryAxis(panel, i)),
    series: panels.flatMap((panel, i) => panel.series.map((one, position) => seriesOf(one, { ...bars, panel, i, position })))
  }, { width, height: TOP + Math.ceil(panels.length / columns) * outer })
}

function valueAxis ({ unit }, i) {
  return {
    type: 'value',
    gridIndex: i,
    min: 0,
    splitNumber: 4,
    name: unit,
    nameLocation: 'middle',
    nameGap: 28,
    nameTextStyle: { color: INK, fontSize: 12 },
    axisLabel: { color: INK, formatter: (value) => figure(value, Number.isInteger(value) ? 0 : 1) },
    splitLine: { lineStyle: { color: '#e5e7eb' } }
  }
}

function categoryAxis ({ categories }, i) {
  return {
    type: 'category',
    gridIndex: i,
    inverse: true,
    data: categories,
    axisTick: { show: false },
    axisLabel: { color: INK, fontSize: 12, interval: 0 },
    axisLine: { lineStyle: { color: '#9ca3af' } }
  }
}

function seriesOf ({ name, style, spreads }, { panel, i, position, format }) {
  return {
    type: 'custom',
    name,
    xAxisIndex: i,
    yAxisIndex: i,
    itemStyle: { color: style.fill, borderColor: style.stroke, borderWidth: style.lineWidth },
    data: spreads.flatMap((spread, category) => spread === undefined ? [] : [[spread.median, category, spread.min, spread.max]]),
    encode: { x: [0, 2, 3], y: 1 },
    renderItem (params, api) {
      const category = api.value(1)
      const [zero] = api.coord([0, category])
      const [end, middle] = api.coord([api.value(0), category])
      const [[from], [to]] = [2, 3].map((dimension) => api.coord([api.value(dimension), category]))
      const y = middle + (position - (panel.series.length - 1) / 2) * BAR
      return {
        type: 'group',
        children: [
          { type: 'rect', shape: { x: zero, y: y - BAR / 2 + 1, width: end - zero, height: BAR - 2 }, style: typeof style === 'function' ? style(category) : style },
          ...whisker(from, to, y),
          { type: 'text', style: { text: format(api.value(0)), x: to + 6, y, verticalAlign: 'middle', fontSize: 11, fill: INK } }
        ]
      }
    }
  }
}

function whisker (from, to, y) {
  const line = (x1, y1, x2, y2) => ({ type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke: INK, lineWidth: 1 } })
  return [line(from, y, to, y), line(from, y - 3, from, y + 3), line(to, y - 3, to, y + 3)]
}

module.exports = { drawBars }
