'use strict'

const { figure } = require('../../bin/measure/figures')
const table = require('../table')

/** What the ways to ask for a page are called. The names of the results are those of `apps.js`. */
const WAYS = { plain: 'without compression', browser: 'asked by a browser', encoded: 'asked by a browser, `compress: true`' }

/** @returns {Answered & { cpu: number[] }} with microseconds of CPU time per request, by round */
const withCpu = (answered) => ({ ...answered, cpu: answered.turns.map(table.cpuOf) })

/**
 * @typedef {import('../apps').Answered} Answered
 *
 * @param {import('../apps').Measured[]} apps
 * @returns {{ app: import('../apps').Measured, way: string, title: string, alone: Answered & { cpu: number[] }, ours: Answered & { cpu: number[] } }[]}
 */
function comparisonsOf (apps) {
  return apps.flatMap((app) => app.ways.map(({ way, alone, ours }) => ({ app, way, title: WAYS[way], alone: withCpu(alone), ours: withCpu(ours) })))
}

function summarizeApps (apps) {
  const sent = ({ bytes, coding }) => coding === 'identity' ? figure(bytes) : `${figure(bytes)} (${coding})`
  return {
    header: ['app, page', 'bytes, alone', 'with this library', 'alone, CPU µs', 'with this library', 'gain', 'min–max', 'pages compared'],
    rows: comparisonsOf(apps).map(({ app, title, alone, ours }) => [
      `${app.title}, ${title}`, sent(alone), sent(ours), table.range(alone.cpu), table.range(ours.cpu), ...table.gains(alone.cpu, ours.cpu), figure(app.compared)
    ])
  }
}

module.exports = { comparisonsOf, summarizeApps }
