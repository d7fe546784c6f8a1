'use strict'

const { mapValues } = require('../map-values')
const { range, ratioOf, times } = require('../table')

/** @param {Record<string, Record<string, number[][]>>} measured by language, see `measureFirstRenders` of `cold.js` */
function summarizeCold (measured) {
  const [languages, all] = [Object.keys(measured), Object.values(measured)]
  const names = { engine: 'engine', ours: 'ours', precompiled: 'ours, precompiled', other: 'other version' }
  const versions = Object.keys(names).filter((version) => all.every((each) => each[version]))
  return {
    header: ['language', ...versions.flatMap((version) => [`${names[version]}: first view, ms`, 'a further one']), 'ours / engine, first view', 'a further one'],
    rows: languages.map((language) => {
      const milliseconds = mapValues(measured[language], (rounds) => [rounds.map(([first]) => first), rounds.map(([first, both]) => both - first)])
      const ratios = [0, 1].map((index) => times(ratioOf(milliseconds.ours[index], milliseconds.engine[index], 1)))
      return [language, ...versions.flatMap((version) => milliseconds[version].map((values) => range(values, 1))), ...ratios]
    })
  }
}

module.exports = { summarizeCold }
