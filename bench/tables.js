'use strict'

// The tables of `npm run bench`.

const { figure } = require('../bin/measure/figures')
const { median } = require('../bin/measure/statistics')
const { firstIn, namesIn, ratiosIn } = require('./pairs')
const { quartiles } = require('./quartiles')
const { summarizeBodies } = require('./seeds/bodies')
const { summarizeReads } = require('./seeds/reads')
const servers = require('./servers')
const { NONE, gain, gains, times } = require('./table')

/**
 * @typedef {import('./measure').Measured} Measured
 * @typedef {import('./renderings').Rendering} Rendering
 *
 * @returns {import('./table').Table[]} tables with results
 */
function tablesOf ({ pages, fragments, peers, rendering, dialects, bodies, reads }) {
  return [
    summarizePages(pages),
    summarizeFragments(fragments),
    summarizeSizes({ pages, peers }),
    summarizePeers(peers),
    summarizeRenderings(rendering),
    summarizeDialects(dialects),
    summarizeBodies(bodies),
    summarizeReads(reads)
  ].filter(({ rows }) => rows.length > 0)
}

/** @returns {number[]} by pair: the CPU time of a request by the framework alone in that of ours */
const gainsOf = ({ groups, ours }) => ratiosIn(groups, ours)

/** @returns {[string, string]} a median and its quartiles, and whether they leave open that it is a gain */
function gainOrNone (ratios) {
  const [middle, range] = gains(ratios)
  return [quartiles(ratios)[0] > 1 ? middle : `${middle} (no gain)`, range]
}

/** @returns {string} the bytes that are sent, beside those of zlib or of the framework alone: sizes and times are compared together */
function bytesOf ({ baseline, bytes, gzip, ours, wires }) {
  if (gzip) return `${figure(bytes)} (zlib ${figure(gzip.zlib)})`
  return wires[ours] === wires[baseline] ? figure(bytes) : `${figure(bytes)} (alone ${figure(wires[baseline])})`
}

/** Compares the framework alone and this library. */
function summarizePages (pages) {
  return {
    title: 'CPU time of a request',
    header: ['page', 'framework alone / buffered-render', 'quartiles', 'bytes sent', 'bytes, static + dynamic', 'alone, µs'],
    rows: pages.map((page) => [
      page.title,
      ...gainOrNone(gainsOf(page)),
      bytesOf(page),
      `${figure(page.parts.static)} + ${figure(page.parts.dynamic)}`,
      figure(median(firstIn(page.groups)), 1)
    ])
  }
}

/** Compares the ways to cache a page's fragments and a prebuilt page with the framework alone. */
const summarizeFragments = (fragments) => summarizeAll('Cached fragments: CPU time of a request, framework alone / this', 'server', fragments, serverTitle)

/** Compares other servers with Express and EJS. */
const summarizePeers = (peers) => summarizeAll('CPU time of a request, Express with EJS / this', 'server', peers, serverTitle)

/** Compares renderers with EJS. */
function summarizeRenderings (renderings) {
  return summarizeAll('Rendering to bytes, EJS / this', 'renderer', renderings.map(({ page, ...rendering }) => ({ ...rendering, title: page })))
}

const serverTitle = (name) => servers[name].title

/**
 * @param {{ title: string, bytes: number, groups: import('./pairs').Groups }[]} measured a column each
 * @returns {import('./table').Table} with a row for each contender: how many times its time the first one takes
 */
function summarizeAll (title, kind, measured, titleOf = (name) => name) {
  const names = [...new Set(measured.flatMap(({ groups }) => namesIn(groups)))]
  return {
    title,
    header: [kind, ...measured.map(({ title, bytes }) => `${title}, ${figure(bytes)} bytes`)],
    rows: names.map((name) => [titleOf(name), ...measured.map(({ groups }) => cellOf(groups, name))])
  }
}

function cellOf (groups, name) {
  const [first, ...others] = namesIn(groups)
  if (name === first) return `${times(1)}, ${figure(median(firstIn(groups)), 1)} µs`
  return others.includes(name) ? gain(ratiosIn(groups, name)) : NONE
}

/** Compares the sizes of spliced gzip and of zlib, if gzip was requested. */
function summarizeSizes ({ pages, peers }) {
  const all = [...pages, ...peers.map((page) => ({ ...page, title: `peers: ${page.title}` }))]
  return {
    title: 'Bytes in gzip',
    header: ['page', 'bytes', 'on the wire', 'zlib level 6', 'ratio to zlib'],
    rows: all.filter(({ gzip }) => gzip !== undefined).map(({ title, gzip: { page, wire, zlib } }) => [
      title, ...[page, wire, zlib].map((bytes) => figure(bytes)), times(wire / zlib)
    ])
  }
}

/** Compares the engine and this library in each language, by renderings of two renderers each. */
function summarizeDialects (renderings) {
  return {
    title: 'Dialects: rendering to bytes',
    header: ['language, page', 'engine / buffered-render', 'quartiles', 'bytes', 'engine, µs'],
    rows: renderings.map(({ name, page, bytes, groups }) => {
      const [, ours] = namesIn(groups)
      return [`${name}, ${page}`, ...gains(ratiosIn(groups, ours)), figure(bytes), figure(median(firstIn(groups)), 1)]
    })
  }
}

module.exports = { bytesOf, gainOrNone, gainsOf, summarizeDialects, summarizeFragments, summarizePages, summarizePeers, summarizeRenderings, summarizeSizes, tablesOf }
