'use strict'

const { summarizeSeeds } = require('../seeds')
const { summarizeCompilations } = require('./compile')
const { summarizeGrowth } = require('./growth')
const { summarizePages, summarizeSizes } = require('./pages')
const { summarizePeers } = require('./peers')
const { summarizeDialects, summarizeFastest, summarizeRenderings } = require('./renderings')
const { saturation } = require('./saturation')

/**
 * @param {import('../steps').Measurements} measured
 * @returns {import('./cells').Table[]} of everything that was measured
 */
function tablesOf ({ pages, peers, rendering, dialects, compile, growth, seeds }) {
  return [
    summarizePages(pages),
    summarizeSizes({ pages, peers }),
    ...peers.map(summarizePeers),
    summarizeRenderings(rendering),
    summarizeFastest(rendering),
    summarizeDialects(dialects),
    summarizeCompilations(compile),
    summarizeGrowth(growth),
    ...seeds.flatMap(summarizeSeeds)
  ].filter(({ rows }) => rows.length > 0)
}

module.exports = { saturation, tablesOf }
