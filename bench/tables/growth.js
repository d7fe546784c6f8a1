'use strict'

const { figure } = require('../../bin/measure/figures')
const { NONE, expectation } = require('./cells')

/**
 * What a response costs as its static part grows.
 *
 * @param {import('../growth').Growth[]} growth
 * @returns {import('./cells').Table}
 */
function summarizeGrowth (growth) {
  return {
    title: 'Growth of the static part',
    header: [
      'static KB', 'validator µs', 'validator + gzip µs', 'copy µs', 'overwrite µs',
      'validator + gzip ns per KB more', 'copy ns per KB more', 'overwrite ns per KB more', 'expected'
    ],
    rows: growth.map(({ kilobytes, costs: { validator, gzip, copy, overwrite }, perKilobyte }) => [
      String(kilobytes),
      ...[validator, gzip, copy, overwrite].map((cost) => figure(cost, 2)),
      ...perKilobyte ? slopes(perKilobyte) : [NONE, NONE, NONE, NONE]
    ])
  }
}

function slopes ({ gzip, copy, overwrite }) {
  const [cost, most, least] = [gzip, copy, overwrite].map((microseconds) => figure(1000 * microseconds))
  return [cost, most, least, expectation(`≤ ${most}`, gzip <= copy)]
}

module.exports = { summarizeGrowth }
