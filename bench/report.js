'use strict'

const { median, ratios, spread } = require('./statistics')

/** Below this share of busy time a server waited for the load generator. */
const SATURATED = 0.9

const HEADER = ['page', 'bytes', 'stock req/s', 'buffered-render req/s', 'prebuilt req/s', 'ratio to stock', 'min–max', 'share of limit']

/**
 * What was measured, as the cells of a table.
 *
 * @param {Awaited<ReturnType<import('./rounds').measure>>[]} pages
 * @returns {{ header: string[], rows: string[][] }}
 */
function summarize (pages) {
  return { header: HEADER, rows: pages.map(row) }
}

function row ({ name, bytes, rounds }) {
  const stock = rates(rounds, 'stock')
  const buffered = rates(rounds, 'buffered-render')
  const prebuilt = rates(rounds, 'prebuilt')
  const gain = spread(ratios(buffered, stock))
  const share = median(ratios(buffered, prebuilt))
  return [
    name,
    ...[bytes, median(stock), median(buffered), median(prebuilt)].map(integer),
    `${gain.median.toFixed(2)}×`,
    `${gain.min.toFixed(2)}–${gain.max.toFixed(2)}`,
    percent(share)
  ]
}

/**
 * Whether the servers were what was measured: a server that waits could have
 * served more, which understates its figure.
 *
 * @param {Awaited<ReturnType<import('./rounds').measure>>[]} pages
 * @returns {string}
 */
function saturation (pages) {
  const servers = pages.flatMap(({ name, rounds }) => Object.keys(rounds[0]).map((variant) => ({
    name: `${variant} of ${name}`,
    busy: median(rounds.map((round) => round[variant].utilization))
  })))
  const idlest = servers.reduce((a, b) => b.busy < a.busy ? b : a)
  const finding = `The servers were busy at least ${percent(idlest.busy)} of the time (${idlest.name})`
  return idlest.busy < SATURATED
    ? `${finding}; it waited for the load generator, so that its figure is understated.`
    : `${finding}.`
}

function rates (rounds, variant) {
  return rounds.map((round) => round[variant].requestsPerSecond)
}

function integer (number) {
  return Math.round(number).toLocaleString('en')
}

function percent (share) {
  return `${Math.round(100 * share)} %`
}

module.exports = { saturation, summarize }
