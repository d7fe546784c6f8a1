'use strict'

const { summarizeSeeds } = require('../seeds')
const { summarizeCompilations } = require('../tables/compile')
const { summarizeGrowth } = require('../tables/growth')
const { summarizePages, summarizeSizes } = require('../tables/pages')
const { summarizePeers } = require('../tables/peers')
const { summarizeDialects, summarizeFastest, summarizeRenderings } = require('../tables/renderings')
const { compileTimes, conditions, growthOfCosts, sizesInGzip } = require('./sentences')
const { folded, markdown, titled } = require('./tables')

/**
 * What README says of the results, by the names of its markers.
 *
 * @type {Record<string, (results: import('../results').Results) => string>}
 */
const passages = {
  conditions,
  pages: ({ pages }) => markdown(summarizePages(pages)),
  peers: ({ peers }) => peers.map((page) => folded(summarizePeers(page))).join('\n\n'),
  rendering: ({ rendering }) => [summarizeRenderings(rendering), summarizeFastest(rendering)].map(markdown).join('\n\n'),
  dialects: ({ dialects }) => markdown(summarizeDialects(dialects)),
  'growth-costs': growthOfCosts,
  growth: ({ growth }) => folded(summarizeGrowth(growth)),
  sizes: (results) => markdown(summarizeSizes(results)),
  compile: ({ compile }) => markdown(summarizeCompilations(compile)),
  seeds: ({ seeds }) => seeds.flatMap(summarizeSeeds).map(titled).join('\n\n'),
  'gzip-sizes': sizesInGzip,
  'compile-times': compileTimes
}

module.exports = { passages }
