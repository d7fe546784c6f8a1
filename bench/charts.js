'use strict'

// Draws the chart of README from the results of its version of Node: the CPU time of a request for an article as a share of
// that of Express, bars with whiskers from the first to the third quartile.

const fs = require('node:fs')
const path = require('node:path')
const { figure } = require('../bin/measure/figures')
const { quartiles } = require('./quartiles')
const { publish } = require('./results')
const { gainsOf } = require('./tables')

const FOLDER = path.join(__dirname, '../docs/bench')
/** Little more than the 358 pixels that GitHub leaves on a phone, so that its text is not made smaller there. */
const WIDTH = 400
/** Pixels: left of the bars, right of the longest one, above the first panel, of a bar, of the title of a panel, and below it. */
const [LEFT, RIGHT, TOP, BAR, TITLE, FOOT] = [158, 72, 84, 26, 26, 14]

const INK = '#1f2937'
const PALE = '#4b5563'
const STOCK = '#c76f16'
/** Light enough for the whisker on it, and dark enough for the paper. */
const OURS = '#3b8ad0'

/** The pages, with what the chart calls them and the bar of the framework alone. */
const PANELS = [
  ['article-browser', 'As a browser asks for it: compressed', 'Express, compression'],
  ['article', 'Without compression', 'Express alone']
]

/**
 * @param {import('./results').Results} results of a complete run
 * @returns {Record<string, string>} SVG images by the names of their files
 */
function drawCharts ({ node, machine: { cpu, cores }, options: { pairs }, pages }) {
  const height = TOP + PANELS.length * (TITLE + 2 * BAR + FOOT)
  const panels = PANELS.map(([name, title, stock], i) => {
    const ratios = gainsOf(pages.find((page) => page.name === name))
    return drawPanel(TOP + i * (TITLE + 2 * BAR + FOOT), title, stock, quartiles(ratios))
  })
  return {
    'headline.svg': [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="Helvetica, Arial, sans-serif" font-size="14" fill="${INK}">`,
      `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
      text(10, 25, 'CPU time of a request, Express = 1', 'font-size="18" font-weight="bold"'),
      text(10, 47, `Article of 10 KB in EJS: medians and quartiles of ${pairs} pairs`, `fill="${PALE}"`),
      text(10, 66, `Node ${node}, ${cpu}, ${cores} cores`, `fill="${PALE}"`),
      ...panels.flat(),
      '</svg>\n'
    ].join('\n')
  }
}

/** Shares are the reciprocals of gains: the first quartile of the gains is the end of the whisker. */
function drawPanel (top, title, stock, [lower, middle, upper]) {
  const x = (share) => LEFT + (WIDTH - LEFT - RIGHT) * share
  const [first, second] = [top + TITLE, top + TITLE + BAR]
  const [from, to, y] = [x(1 / upper), x(1 / lower), second + BAR / 2]
  const cap = (x) => line(x, y - 5, x, y + 5)
  return [
    text(10, top + 16, title, 'font-weight="bold"'),
    text(10, first + 18, stock), bar(x(0), first, x(1) - x(0), STOCK), text(x(1) + 8, first + 18, '1'),
    text(10, second + 18, 'buffered-render'), bar(x(0), second, x(1 / middle) - x(0), OURS),
    line(from, y, to, y), cap(from), cap(to),
    text(to + 8, second + 18, `1 / ${figure(middle, 2)}`, 'font-weight="bold"')
  ]
}

const px = (number) => Number(number.toFixed(1))
const escape = (string) => string.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const text = (x, y, content, more = '') => `<text x="${px(x)}" y="${px(y)}" ${more}>${escape(content)}</text>`.replace(' >', '>')
const bar = (x, y, width, fill) => `<rect x="${px(x)}" y="${px(y + 2)}" width="${px(width)}" height="${BAR - 4}" fill="${fill}"/>`
const line = (x1, y1, x2, y2) => `<path d="M${px(x1)} ${px(y1)}L${px(x2)} ${px(y2)}" stroke="${INK}" stroke-width="1.5"/>`

if (require.main === module) {
  publish(([results]) => {
    for (const [name, svg] of Object.entries(drawCharts(results))) fs.writeFileSync(path.join(FOLDER, name), svg)
  })
}

module.exports = { FOLDER, drawCharts }
