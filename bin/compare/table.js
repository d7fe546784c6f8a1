'use strict'

const { NONE } = require('../explain/words')
const { figure } = require('../measure/figures')
const { median } = require('../measure/statistics')
const { plainTable } = require('../plain-table')

const OURS = 'buffered-render'

/**
 * @param {import('./comparison').Comparison} comparison with measurements
 * @param {string} alone name of what is measured without this library
 * @returns {string} medians of the rounds, and the range of the ratio
 */
function tablesOf ({ ways }, alone, colors) {
  const shown = (measured, show) => measured === undefined ? NONE : show(measured)
  const times = ways.map(({ title, alone, ours, ratio }) => [
    title,
    ...[alone, ours].map((side) => shown(side, ({ microseconds }) => figure(median(microseconds)))),
    shown(ratio, (ratio) => colorOf(ratio, colors)(between(ratio)))
  ])
  const rates = ways.map(({ title, alone, ours }) => [
    title,
    ...[alone, ours].map((side) => shown(side, ({ requestsPerSecond }) => figure(requestsPerSecond.median))),
    ...[alone, ours].map((side) => shown(side, ({ bytes }) => figure(bytes)))
  ])
  return [
    plainTable(['CPU time per request, µs', alone, OURS, 'times as fast'], times),
    plainTable(['', ...['requests/s', 'bytes sent'].flatMap((of) => [`${of}\n${alone}`, `${of}\n${OURS}`])], rates)
  ].join('\n\n')
}

function between ({ median, min, max }) {
  return min === max ? figure(median, 2) : `${figure(median, 2)} (${figure(min, 2)}–${figure(max, 2)})`
}

/** Green if every round was faster, red if every round was slower. */
function colorOf ({ min, max }, { green, red, yellow }) {
  if (min > 1) return green
  return max < 1 ? red : yellow
}

module.exports = { tablesOf }
