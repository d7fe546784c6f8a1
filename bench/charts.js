'use strict'

// Draws the charts of docs/bench/ from the results of the newest Node in bench/results/.

const fs = require('node:fs')
const path = require('node:path')
const { figure } = require('../bin/measure/figures')
const { spread } = require('../bin/measure/statistics')
const { drawBars } = require('./charts/bars')
const { INK, STYLES: { LIMIT, OTHER, OURS, STOCK }, draw, heading } = require('./charts/svg')
const { readResults } = require('./results')
const servers = require('./servers')
const { rates } = require('./tables')

const FOLDER = path.join(__dirname, '../docs/bench')

/**
 * @param {import('./results').Results} results of a complete run
 * @returns {Record<string, string>} SVG images by the names of their files
 */
function drawCharts (results) {
  const { node, machine: { cpu, cores }, options: { rounds } } = results
  const conditions = `Node ${node}, ${cpu}, ${cores} cores. `
  const median = `${conditions}Median of ${rounds} rounds, whiskers from the lowest to the highest.`
  return {
    'pages.svg': drawPages(results.pages, median),
    ...Object.fromEntries(results.peers.map((page) => [`${page.name}.svg`, drawPeers(page, median)])),
    'rendering.svg': drawRendering(results.rendering, median),
    'growth.svg': drawGrowth(results.growth, `${conditions}Medians. Both axes are logarithmic.`)
  }
}

/** The roles of a page's variants, with the names in the legend. */
const ROLES = [
  { role: 'baseline', name: 'framework alone', style: STOCK },
  { role: 'ours', name: 'buffered-render', style: OURS },
  { role: 'limit', name: 'prebuilt', style: LIMIT }
]

/** @returns {string} an SVG image */
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

/**
 * Draws the servers of a page, the fastest first.
 *
 * @returns {string} an SVG image
 */
function drawPeers (page, conditions) {
  const bars = page.variants
    .map((variant) => ({ title: servers[variant].title, spread: spread(rates(page, variant)) }))
    .sort((a, b) => b.spread.median - a.spread.median)
  return drawBars({
    title: `Requests per second, by server: ${page.title}`,
    conditions,
    unit: 'requests/s',
    names: 240,
    format: (value) => figure(value),
    panels: [{
      categories: bars.map(({ title }) => title),
      series: [{ name: page.title, style: (i) => styleOf(bars[i]), spreads: bars.map(({ spread }) => spread) }]
    }]
  })
}

function styleOf ({ title }) {
  if (title.includes('buffered-render')) return OURS
  return title.includes('prebuilt') ? LIMIT : OTHER
}

/**
 * Draws the renderers of each page, the fastest first.
 *
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

const LINES = [
  { cost: 'copy', name: 'a copy of the page', style: STOCK },
  { cost: 'gzip', name: 'validator and gzip', style: OURS },
  { cost: 'validator', name: 'validator alone', style: { fill: '#0f766e' } }
]

/** @returns {string} an SVG image */
function drawGrowth (growth, conditions) {
  const axis = { nameLocation: 'middle', nameTextStyle: { color: INK, fontSize: 12 }, splitLine: { lineStyle: { color: '#e5e7eb' } } }
  return draw({
    title: heading('Cost of a response, by size of its static part', conditions),
    grid: { left: 70, right: 150, top: 84, bottom: 60 },
    xAxis: {
      ...axis,
      type: 'category',
      boundaryGap: false,
      data: growth.map(({ kilobytes }) => figure(kilobytes)),
      name: 'KB of static text, in addition to 1 KB of dynamic text',
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

function main () {
  const charts = drawCharts(readResults()[0])
  fs.mkdirSync(FOLDER, { recursive: true })
  for (const [name, svg] of Object.entries(charts)) fs.writeFileSync(path.join(FOLDER, name), svg)
}

if (require.main === module) main()

module.exports = { FOLDER, drawCharts }
