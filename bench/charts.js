'use strict'

// Draws the charts of docs/bench/ from bench/results/latest.json.

const fs = require('node:fs')
const path = require('node:path')
const { drawGrowth } = require('./charts/growth')
const { drawPages } = require('./charts/pages')
const { drawPeers } = require('./charts/peers')
const { drawRendering } = require('./charts/rendering')
const { readResults } = require('./results')

const FOLDER = path.join(__dirname, '../docs/bench')

/**
 * @param {import('./results').Results} results of a run of everything
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

function main () {
  const charts = drawCharts(readResults())
  fs.mkdirSync(FOLDER, { recursive: true })
  for (const [name, svg] of Object.entries(charts)) fs.writeFileSync(path.join(FOLDER, name), svg)
}

if (require.main === module) main()

module.exports = { FOLDER, drawCharts }
