'use strict'

// Measures the constants of lib/response/gzip.js: from how many bytes on
// deflating dynamic text pays, at which level, and which static fragments
// are better deflated with the text around them.

const { compareCuts } = require('./deflate/runs')
const { compareLevels, compareTexts } = require('./deflate/texts')
const progress = require('../bin/measure/progress')
const table = require('./table')

async function main () {
  for (const compare of [compareTexts, compareLevels, compareCuts]) {
    const compared = await compare()
    progress.clear()
    table.print(compared)
    console.log()
  }
}

main()
