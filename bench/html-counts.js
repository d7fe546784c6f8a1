'use strict'

// Counts the symbols of HTML at large for lib/codings/gzip/html-counts.js: node bench/html-counts.js FOLDER...
// Those in it are of the pages below 60 KB of w3c/i18n-drafts (30 languages), ColorlibHQ/AdminLTE and h5bp/html5-boilerplate.

const fs = require('node:fs')
const path = require('node:path')
const { END_OF_BLOCK, countSymbols } = require('../lib/codings/gzip/alphabets')
const { Rendered } = require('../lib/page/rendered')
const { loadPage, matchOnPage } = require('../lib/codings/gzip/matches')

const LEAST_BYTES = 1500
const MOST_BYTES = 60_000

/** Each page counts as so many tokens. */
const WEIGHT = 1000

const symbolCounts = new Array(286).fill(0)
const distanceCounts = new Array(30).fill(0)

for (const file of process.argv.slice(2).flatMap(filesOf)) count(fs.readFileSync(file))
const pages = symbolCounts[END_OF_BLOCK]
console.log(`'use strict'

/** How often each literal and length, and each distance, occurs in HTML at large, of ${pages} pages: see bench/html-counts.js. */
const SYMBOLS = [
${lines(symbolCounts)}
]
const DISTANCES = [
${lines(distanceCounts)}
]

module.exports = { DISTANCES, SYMBOLS }`)

function filesOf (folder) {
  return fs.readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, name))
    .filter((file) => file.endsWith('.html') && fs.statSync(file).isFile())
    .filter((file) => fs.statSync(file).size >= LEAST_BYTES && fs.statSync(file).size < MOST_BYTES)
    .sort()
}

function count (page) {
  const tokens = new Int32Array(page.length)
  loadPage(new Rendered([page.toString()]))
  const all = tokens.subarray(0, matchOnPage(0, page.length, tokens))
  countSymbols(all, WEIGHT / all.length, symbolCounts, distanceCounts)
  symbolCounts[END_OF_BLOCK]++
}

function lines (counts) {
  const texts = counts.map((count) => String(Math.round(count)))
  const rows = []
  while (texts.length > 0) rows.push(`  ${texts.splice(0, 26).join(', ')}`)
  return rows.join(',\n')
}
