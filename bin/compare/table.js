'use strict'

const { NONE } = require('../explain/words')
const { figure } = require('../measure/figures')
const { plainTable } = require('../plain-table')

const OURS = 'buffered-render'
const COLORS = { gains: 'green', slower: 'red', nothing: 'yellow', noisy: 'yellow' }

/**
 * @param {import('./comparison').Comparison} comparison one with measurements
 * @param {string} alone the name of what is measured without this library
 * @returns {string} the figures of the pair with the median ratio, and the quartiles of the ratios
 */
function tablesOf ({ ways }, alone, colors) {
  const shown = (measured, show) => measured === undefined ? NONE : show(measured)
  const times = ways.map(({ title, alone, ours, pair, ratio, verdict }) => [
    title,
    ...[alone, ours].map((side) => shown(side, ({ microseconds }) => figure(microseconds[pair]))),
    shown(ratio, (ratio) => colors[COLORS[verdict]](between(ratio)))
  ])
  const sizes = ways.map(({ title, alone, ours }) => {
    return [title, ...[alone, ours].map((side) => shown(side, ({ bytes }) => figure(bytes)))]
  })
  return [
    plainTable(['CPU time per request, µs', alone, OURS, 'times as fast'], times),
    plainTable(['bytes of the body', alone, OURS], sizes)
  ].join('\n\n')
}

function between ({ median, lower, upper }) {
  return `${figure(median, 2)} (${figure(lower, 2)}–${figure(upper, 2)})`
}

module.exports = { tablesOf }
