'use strict'

const { range } = require('../../bin/measure/figures')
const { ratios } = require('../../bin/measure/statistics')
const { gains } = require('./cells')

/**
 * What a view in EJS takes that is not kept yet.
 *
 * @param {import('../compile').Compilation[]} compilations
 * @returns {import('./cells').Table}
 */
function summarizeCompilations (compilations) {
  return {
    title: 'A view in EJS that is not kept yet: reading, compiling and rendering it',
    header: ['page', 'EJS µs', 'buffered-render µs', 'ours / EJS', 'min–max'],
    rows: compilations.map(({ page, microseconds: { engine, ours } }) => [
      page,
      ...[engine, ours].map((values) => range(values)),
      ...gains(ratios(ours, engine))
    ])
  }
}

module.exports = { summarizeCompilations }
