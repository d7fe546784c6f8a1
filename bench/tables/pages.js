'use strict'

const { figure } = require('../../bin/measure/figures')
const { median, ratios } = require('../../bin/measure/statistics')
const { NONE, atLeast, atMost, gains, join, times } = require('./cells')
const { rates } = require('./rates')

/** @typedef {import('../rounds').Measured} Measured */

/**
 * What a page takes as the framework comes, by ours, and made in advance.
 *
 * @param {Measured[]} pages
 * @returns {import('./cells').Table}
 */
function summarizePages (pages) {
  return {
    title: 'Requests per second',
    header: ['page', 'bytes sent', 'stock req/s', 'buffered-render req/s', 'prebuilt req/s', 'ratio to stock', 'min–max', 'ratio to prebuilt', 'expected'],
    rows: pages.map(speed)
  }
}

function speed (page) {
  const ours = rates(page, page.ours)
  const baseline = rates(page, page.baseline)
  const limit = page.limit && rates(page, page.limit)
  const toBaseline = ratios(ours, baseline)
  const toLimit = limit && ratios(ours, limit)
  return [
    page.title,
    figure(page.bytes),
    figure(median(baseline)),
    figure(median(ours)),
    limit ? figure(median(limit)) : NONE,
    ...gains(toBaseline),
    limit ? times(median(toLimit)) : NONE,
    join([
      ...atLeast(median(toBaseline), page.expected.baseline, 'stock'),
      ...limit ? atLeast(median(toLimit), page.expected.limit, 'prebuilt') : []
    ])
  ]
}

/**
 * What compression by splicing costs in size, where gzip was asked for.
 *
 * @param {{ pages: Measured[], peers: Measured[] }} measured
 * @returns {import('./cells').Table}
 */
function summarizeSizes ({ pages, peers }) {
  const all = [...pages, ...peers.map((page) => ({ ...page, title: `peers: ${page.title}` }))]
  return {
    title: 'Bytes in gzip',
    header: ['page', 'bytes', 'on the wire', 'zlib level 6', 'ratio to zlib', 'expected'],
    rows: all.filter(({ gzip }) => gzip !== undefined).map(size)
  }
}

function size ({ title, gzip: { page, wire, zlib }, expected }) {
  return [
    title,
    ...[page, wire, zlib].map((bytes) => figure(bytes)),
    times(wire / zlib),
    join(atMost(wire / zlib, expected.size))
  ]
}

module.exports = { summarizePages, summarizeSizes }
