'use strict'

// Draws the charts of docs/bench/ from the results of the newest Node in bench/results/: horizontal bars with whiskers and a figure.

const fs = require('node:fs')
const path = require('node:path')
const { figure } = require('../bin/measure/figures')
const { spread } = require('../bin/measure/statistics')
const { readResults } = require('./results')
const servers = require('./servers')
const { cpu, rates } = require('./tables')

const FOLDER = path.join(__dirname, '../docs/bench')
const WIDTH = 900
/** Readable on a phone. */
const NARROW = 640
const TOP = 66
/** Pixels: a bar, the gap between two groups, the title of a panel, below it for its axis, beside the longest bar for its figure. */
const [BAR, GAP, TITLE, FOOT, FIGURE] = [17, 12, 24, 28, 64]

const INK = '#1f2937'
const STOCK = { name: 'framework alone', fill: '#c76f16' }
const OURS = { name: 'buffered-render', fill: '#1d6fb8' }
const OTHER = { fill: '#7b8aa0' }
const LIMIT = { name: 'prebuilt', fill: '#e5eaf0', stroke: '#64748b' }
const ROLES = { baseline: STOCK, ours: OURS, limit: LIMIT }
/** The bars of the first chart of README, by role. */
const HEADLINE = { baseline: 'Express alone', ours: 'Express with buffered-render', limit: 'prebuilt Buffers: the limit' }

/**
 * @param {import('./results').Results} results of a complete run
 * @returns {Record<string, string>} SVG images by the names of their files
 */
function drawCharts ({ node, machine: { cpu: processor, cores }, options: { rounds }, pages, peers, rendering }) {
  const conditions = `Node ${node}, ${processor}, ${cores} cores. Median of ${rounds} rounds, whiskers from the lowest to the highest.`
  const article = pages.find(({ name }) => name === 'article')
  return {
    'headline.svg': draw({ title: `CPU time of a request: an article of ${figure(article.bytes / 1000)} KB in EJS`, conditions, unit: 'µs', names: 190, width: NARROW }, [{
      groups: Object.entries(HEADLINE).map(([role, name]) => barOf(name, cpu(article, article[role]), ROLES[role]))
    }]),
    'pages.svg': draw({ title: 'CPU time of a request, by page', conditions, unit: 'µs', names: 210, legend: Object.values(ROLES) }, [{ groups: pages.map(groupOf) }]),
    ...Object.fromEntries(peers.map((page) => [`${page.name}.svg`, draw({
      title: `Requests per second, by server: ${page.title}`, conditions, unit: 'requests/s', names: 240
    }, [{ groups: page.variants.map((variant) => barOf(servers[variant].title, rates(page, variant))).sort((a, b) => b.median - a.median) }])])),
    'rendering.svg': draw({ title: 'Rendering to bytes, by page: shorter is faster', conditions, unit: 'µs', names: 150, columns: 2 }, rendering.map(({ page, bytes, microseconds }) => ({
      title: `${page}, ${figure(bytes)} bytes`,
      groups: Object.entries(microseconds).map(([name, values]) => barOf(name, values)).sort((a, b) => a.median - b.median)
    })))
  }
}

/** @returns {Group} the bars of a page, in the colours of the legend */
function groupOf (page) {
  const roles = Object.keys(ROLES).filter((role) => page[role] !== undefined)
  return { name: page.title, bars: roles.map((role) => ({ ...spread(cpu(page, page[role])), style: ROLES[role], row: Object.keys(ROLES).indexOf(role) })), rows: 3 }
}

/** @returns {Group & { median: number }} of one bar */
function barOf (name, values, style = name.includes('buffered-render') ? OURS : name.includes('prebuilt') ? LIMIT : OTHER) {
  const bar = { ...spread(values), style, row: 0 }
  return { name, bars: [bar], rows: 1, median: bar.median }
}

/**
 * @typedef {object} Group
 * @property {string} name
 * @property {{ median: number, min: number, max: number, style: object, row: number }[]} bars
 * @property {number} rows room for so many bars
 *
 * @param {{ title: string, conditions: string, unit: string, names: number, columns?: number, width?: number, legend?: object[] }} chart `names`: pixels for them
 * @param {{ title?: string, groups: Group[] }[]} panels with the same number of rows
 * @returns {string} an SVG image
 */
function draw ({ title, conditions, unit, names, columns = 1, width = WIDTH, legend = [] }, panels) {
  const head = panels[0].title === undefined ? 0 : TITLE
  const inner = panels[0].groups.reduce((sum, { rows }) => sum + rows * BAR + GAP, 0)
  const outer = head + inner + FOOT
  const height = TOP + Math.ceil(panels.length / columns) * outer
  const place = (i) => ({ left: (i % columns) * (width / columns) + names, top: TOP + Math.floor(i / columns) * outer + head, width: width / columns - names - FIGURE, inner, unit })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="12" fill="${INK}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(16, 28, title, 'font-size="17" font-weight="bold"'),
    text(16, 50, conditions, 'fill="#4b5563"'),
    ...legend.flatMap(({ name, ...style }, i) => [rect(500 + 130 * i, 19, 25, 11, style), text(530 + 130 * i, 29, name)]),
    ...panels.flatMap((panel, i) => drawPanel(panel, place(i))),
    '</svg>\n'
  ].join('\n')
}

function drawPanel ({ title, groups }, { left, top, width, inner, unit }) {
  const step = stepOf(Math.max(...groups.flatMap(({ bars }) => bars.map(({ max }) => max))))
  const x = (value) => left + width * value / step.end
  const ticks = Array.from({ length: Math.round(step.end / step.size) + 1 }, (_, i) => i * step.size)
  const bottom = top + inner
  let y = top
  return [
    ...title === undefined ? [] : [text(left, top - 8, title, 'font-size="13" font-weight="bold"')],
    ...ticks.flatMap((value) => [line(x(value), top, x(value), bottom, value === 0 ? '#9ca3af' : '#e5e7eb'), text(x(value), bottom + 18, figure(value, Number.isInteger(value) ? 0 : 1), 'text-anchor="middle"')]),
    text(left - 16, bottom + 18, unit, 'text-anchor="end"'),
    ...groups.flatMap(({ name, bars, rows }) => {
      const start = y + GAP / 2
      y += rows * BAR + GAP
      return [text(left - 8, start + rows * BAR / 2 + 4, name, 'text-anchor="end"'), ...bars.flatMap((bar) => drawBar(bar, x, start + bar.row * BAR, unit, left + width + FIGURE - 8))]
    })
  ]
}

/** The median stands in a column: at the end of a whisker, it would look like the highest value. */
function drawBar ({ median, min, max, style }, x, y, unit, column) {
  const middle = y + BAR / 2
  const [from, to] = [x(min), x(max)]
  return [
    rect(x(0), y + 1, x(median) - x(0), BAR - 2, style),
    line(from, middle, to, middle, INK), line(from, middle - 3, from, middle + 3, INK), line(to, middle - 3, to, middle + 3, INK),
    text(column, middle + 4, figure(median, unit === 'µs' && median < 10 ? 1 : 0), 'font-size="11" text-anchor="end"')
  ]
}

/** @returns {{ size: number, end: number }} round distance of about four ticks, and the end of the axis */
function stepOf (most) {
  const power = 10 ** Math.floor(Math.log10(most / 4))
  const size = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= most / 4)
  return { size, end: size * Math.ceil(most / size) }
}

const px = (number) => Number(number.toFixed(1))
const escape = (string) => string.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const text = (x, y, content, more = '') => `<text x="${px(x)}" y="${px(y)}" ${more}>${escape(content)}</text>`.replace(' >', '>')
const rect = (x, y, width, height, { fill, stroke }) => `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" fill="${fill}"${stroke ? ` stroke="${stroke}"` : ''}/>`
const line = (x1, y1, x2, y2, stroke) => `<path d="M${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}" stroke="${stroke}"/>`

if (require.main === module) {
  for (const [name, svg] of Object.entries(drawCharts(readResults()[0]))) fs.writeFileSync(path.join(FOLDER, name), svg)
}

module.exports = { FOLDER, drawCharts }
