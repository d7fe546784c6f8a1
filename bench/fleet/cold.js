'use strict'

const { figure } = require('../../bin/measure/figures')
const { failuresOf, wrongPages } = require('../../test/support/fleet')
const { expectGood, withFleet } = require('./with-fleet')

const CALLS = 1000
const LOAD_TIME = 100

/** @returns {Promise<{ loads: number, longest: number }>} `longest` in milliseconds */
function measureCold () {
  return withFleet([{}, {}, {}], async (fleet) => {
    fleet.loadTime = LOAD_TIME
    const calls = Array.from({ length: CALLS }, () => ['card', 7, 'de'])
    const answers = (await Promise.all(fleet.workers.map((worker) => worker.callAll(calls)))).flat()
    expectGood(failuresOf(answers), wrongPages(answers))
    return { loads: fleet.loadsOf('product:7').length, longest: Math.max(...answers.map(({ start, end }) => end - start)) }
  })
}

function summarizeCold ({ loads, longest }) {
  return {
    title: `${figure(CALLS)} calls at once in each of three processes, of a key that nobody has, whose load takes ${LOAD_TIME} ms`,
    header: ['', 'measured', 'expected'],
    rows: [['loads', figure(loads), '1'], ['the longest call', `${figure(longest)} ms`, '']]
  }
}

module.exports = { measureCold, summarizeCold }
