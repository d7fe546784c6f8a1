'use strict'

const { range } = require('./figures')
const { median, ratios, spread } = require('./statistics')

/** Below this share of busy time a server waited for the load generator. */
const SATURATED = 0.9

const NONE = '–'

/**
 * @typedef {object} Table
 * @property {string[]} header
 * @property {string[][]} rows
 */

/** @typedef {import('./rounds').Measured} Measured */

/**
 * What was measured.
 *
 * @param {Measured[]} pages
 * @returns {Table}
 */
function summarize (pages) {
  return {
    header: ['page', 'bytes', 'stock req/s', 'buffered-render req/s', 'prebuilt req/s', 'ratio to stock', 'min–max', 'ratio to prebuilt', 'expected'],
    rows: pages.map(speed)
  }
}

function speed ({ title, bytes, rounds, variants, expected }) {
  const ours = rates(rounds, variants.ours)
  const baseline = rates(rounds, variants.baseline)
  const limit = variants.limit && rates(rounds, variants.limit)
  return [
    title,
    integer(bytes),
    integer(median(baseline)),
    integer(median(ours)),
    limit ? integer(median(limit)) : NONE,
    ...gains(ratios(ours, baseline)),
    limit ? times(median(ratios(ours, limit))) : NONE,
    promise(expected)
  ]
}

/** How many times as fast ours is, in two cells. */
function gains (ratios) {
  const { median, min, max } = spread(ratios)
  return [times(median), `${min.toFixed(2)}–${max.toFixed(2)}`]
}

function promise ({ baseline, limit }) {
  const promises = []
  if (baseline !== undefined) promises.push(`≥ ${baseline}× stock`)
  if (limit !== undefined) promises.push(`≥ ${limit}× prebuilt`)
  return promises.join(', ') || NONE
}

/**
 * What compression by splicing costs in size, for the pages asked for in gzip.
 *
 * @param {Measured[]} pages
 * @returns {Table}
 */
function summarizeSizes (pages) {
  return {
    header: ['page', 'bytes', 'on the wire', 'zlib level 6', 'ratio to zlib', 'expected'],
    rows: pages.filter(({ gzip }) => gzip !== undefined).map(size)
  }
}

function size ({ title, gzip: { page, wire, zlib }, expected }) {
  return [
    title,
    ...[page, wire, zlib].map(integer),
    times(wire / zlib),
    expected.size === undefined ? NONE : `≤ ${expected.size}×`
  ]
}

/**
 * What a page costs in each language, by its engine and by ours.
 *
 * @param {import('./dialects').Rendering[]} renderings
 * @returns {Table}
 */
function summarizeDialects (renderings) {
  return {
    header: ['dialect, page', 'bytes', 'engine µs', 'buffered-render µs', 'ratio to engine', 'min–max', 'expected'],
    rows: renderings.map(({ dialect, page, bytes, microseconds: { engine, ours } }) => [
      `${dialect}, ${page}`,
      integer(bytes),
      ...[engine, ours].map((times) => range(times, 1)),
      ...gains(ratios(engine, ours)),
      '≥ 1×'
    ])
  }
}

/**
 * What a response costs as its static part grows.
 *
 * @param {import('./growth').Growth[]} growth
 * @returns {Table}
 */
function summarizeGrowth (growth) {
  return {
    header: [
      'static KB', 'validator µs', 'validator + gzip µs', 'copy µs', 'overwrite µs',
      'validator + gzip ns per KB more', 'copy ns per KB more', 'overwrite ns per KB more', 'expected'
    ],
    rows: growth.map(({ kilobytes, costs: { validator, gzip, copy, overwrite }, perKilobyte }) => [
      String(kilobytes),
      ...[validator, gzip, copy, overwrite].map((cost) => cost.toFixed(2)),
      ...perKilobyte ? slopes(perKilobyte) : [NONE, NONE, NONE, NONE]
    ])
  }
}

function slopes ({ gzip, copy, overwrite }) {
  const [cost, most, least] = [gzip, copy, overwrite].map((microseconds) => (1000 * microseconds).toFixed(0))
  return [cost, most, least, `≤ ${most}`]
}

/**
 * Whether the servers were what was measured: a server that waits could have
 * served more, which understates its figure.
 *
 * @param {Measured[]} pages
 * @returns {string}
 */
function saturation (pages) {
  const servers = pages.flatMap(({ name, rounds }) => Object.keys(rounds[0]).map((variant) => ({
    name: `${variant} of ${name}`,
    busy: median(rounds.map((round) => busy(round[variant])))
  })))
  const idle = servers.filter((server) => server.busy < SATURATED)
  if (idle.length === 0) {
    const least = servers.reduce((a, b) => b.busy < a.busy ? b : a)
    return `The servers were busy at least ${percent(least.busy)} of the time (${least.name}).`
  }
  const list = idle.map((server) => `${server.name} (busy ${percent(server.busy)} of the time)`)
  return `These servers waited for the load generator, so that their figures are understated: ${list.join(', ')}.`
}

/** A loop that waits for the threads of its own process is not idle. */
function busy ({ utilization, cores }) {
  return Math.min(1, Math.max(utilization, cores))
}

function rates (rounds, variant) {
  return rounds.map((round) => round[variant].requestsPerSecond)
}

function integer (number) {
  return Math.round(number).toLocaleString('en')
}

function times (ratio) {
  return `${ratio.toFixed(2)}×`
}

function percent (share) {
  return `${Math.round(100 * share)} %`
}

module.exports = { saturation, summarize, summarizeDialects, summarizeGrowth, summarizeSizes }
