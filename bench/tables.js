'use strict'

// The tables of `npm run bench`.

const { figure } = require('../bin/measure/figures')
const { median } = require('../bin/measure/statistics')
const { mapValues } = require('./map-values')
const { summarizeBodies } = require('./seeds/bodies')
const { summarizeReads } = require('./seeds/reads')
const servers = require('./servers')
const { NONE, cpuOf, gains, limits, range, ratioOf, times } = require('./table')

/**
 * @typedef {import('./rounds').Measured} Measured
 * @typedef {import('./renderings').Rendering} Rendering
 *
 * @returns {import('./table').Table[]} tables with results
 */
function tablesOf ({ pages, fragments, peers, rendering, dialects, seeds }) {
  return [
    summarizePages(pages),
    ...fragments.map(summarizeFragments),
    summarizeSizes({ pages, peers }),
    summarizeCpu(peers),
    ...peers.map(summarizePeers),
    summarizeRenderings(rendering),
    summarizeFastest(rendering),
    summarizeDialects(dialects),
    ...seeds.flatMap(summarizeSeeds)
  ].filter(({ rows }) => rows.length > 0)
}

/** @returns {number[]} requests per second, by round */
const rates = ({ rounds }, variant) => rounds.map((round) => round[variant].requestsPerSecond)

/** @returns {number[]} microseconds per request, by round */
const cpu = ({ rounds }, variant) => rounds.map((round) => cpuOf(round[variant]))

/** The lowest ratio that the benchmark tells from its scatter, as it is shown. */
const GAIN = 1.05

/** @returns {string} a ratio, and whether it is no gain */
function gainOrNone (ratio) {
  return Number(ratio.toFixed(2)) < GAIN ? `${times(ratio)} (no gain)` : times(ratio)
}

/** @returns {string} the bytes that are sent, beside those of zlib or of the framework alone: sizes and times are compared together */
function bytesOf ({ baseline, bytes, gzip, ours, wires }) {
  if (gzip) return `${figure(bytes)} (zlib ${figure(gzip.zlib)})`
  return wires[ours] === wires[baseline] ? figure(bytes) : `${figure(bytes)} (alone ${figure(wires[baseline])})`
}

/** Compares the framework alone, this library and prebuilt pages, by CPU time: other programs on the machine take requests per second from all. */
function summarizePages (pages) {
  return {
    title: 'CPU µs per request, and requests per second',
    header: [
      'page', 'bytes, static + dynamic', 'bytes sent', 'framework alone CPU µs', 'buffered-render CPU µs', 'prebuilt CPU µs',
      'alone / ours', 'min–max', 'prebuilt / ours', 'framework alone req/s', 'buffered-render req/s'
    ],
    rows: pages.map((page) => {
      const [baseline, ours, limit] = [page.baseline, page.ours, page.limit].map((variant) => variant && cpu(page, variant))
      const [, scatter] = gains(baseline, ours)
      return [
        page.title,
        `${figure(page.parts.static)} + ${figure(page.parts.dynamic)}`,
        bytesOf(page),
        ...[baseline, ours, limit].map((values) => values ? figure(median(values), 1) : NONE),
        gainOrNone(ratioOf(baseline, ours, 1)),
        scatter,
        limit ? times(ratioOf(limit, ours, 1)) : NONE,
        ...[page.baseline, page.ours].map((variant) => figure(median(rates(page, variant))))
      ]
    })
  }
}

/**
 * Compares the ways to cache a page's fragments with the framework alone and with a prebuilt page, by CPU time: the
 * fastest of them wait for the load generator.
 */
function summarizeFragments (page) {
  const { baseline, limit, title, variants, wires } = page
  return {
    title: `Cached fragments: ${title}`,
    header: ['server', 'bytes sent', 'req/s', 'CPU µs per request', 'framework alone / this', 'min–max', 'prebuilt / this'],
    rows: variants.map((variant) => {
      const [alone, prebuilt, its] = [baseline, limit, variant].map((each) => cpu(page, each))
      const cells = [figure(wires[variant]), figure(median(rates(page, variant))), range(its)]
      return [servers[variant].title, ...cells, ...gains(alone, its), times(ratioOf(prebuilt, its))]
    })
  }
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

/** Compares the requests per second of ours and of other servers. */
function summarizePeers (page) {
  const ours = rates(page, page.ours)
  return {
    title: `Peers: ${page.title}`,
    header: ['server', 'req/s', 'min–max', 'ours / this', 'min–max'],
    rows: page.variants.map((variant) => {
      const theirs = rates(page, variant)
      return [servers[variant].title, figure(median(theirs)), limits(theirs), ...variant === page.ours ? [NONE, NONE] : gains(ours, theirs)]
    })
  }
}

/** The pages that CPU time is compared for: a long and a short one. */
const CPU_PAGES = ['peers-article', 'peers-fortunes']

/** @param {Measured[]} peers pages with the same variants, a column each */
function summarizeCpu (peers) {
  const pages = peers.filter(({ name }) => CPU_PAGES.includes(name))
  return {
    title: 'CPU µs per request',
    header: ['server', ...pages.map(({ title, bytes }) => `${title}, ${figure(bytes)} bytes`)],
    rows: (pages[0]?.variants ?? []).map((variant) => [servers[variant].title, ...pages.map((page) => range(cpu(page, variant), 1))])
  }
}

/** @param {Record<string, import('./steps').Measurements>} measured by version of Node */
function summarizeVersions (measured) {
  return summarizeCpu(Object.entries(measured).flatMap(([version, { peers }]) => {
    return peers.map((page) => ({ ...page, title: `Node ${version}, ${page.title}` }))
  }))
}

/** Decimal places of microseconds of a render: with one, the ratio of 2.5 and 2.5 lies outside of its range. */
const DIGITS = 2

const isOurs = (renderer) => renderer.startsWith('buffered-render')

/** @param {Rendering[]} renderings of the same renderers */
function summarizeRenderings (renderings) {
  return {
    title: 'Rendering to bytes, µs',
    header: ['renderer', ...renderings.map(({ page, bytes }) => `${page}, ${figure(bytes)} bytes`)],
    rows: Object.keys(renderings[0]?.microseconds ?? {}).map((renderer) => [renderer, ...renderings.map(({ microseconds }) => range(microseconds[renderer], DIGITS))])
  }
}

/** Compares ours with the fastest renderer that makes a string. */
function summarizeFastest (renderings) {
  return {
    title: 'Rendering to bytes: ours and the fastest other renderer',
    header: ['page', 'ours', 'fastest other', 'ratio', 'min–max'],
    rows: renderings.flatMap(({ page, microseconds }) => {
      const medians = mapValues(microseconds, median)
      const fastest = Object.keys(medians).filter((renderer) => !isOurs(renderer)).reduce((a, b) => medians[b] < medians[a] ? b : a)
      return Object.keys(medians).filter(isOurs).map((ours) => [page, ours, fastest, ...gains(microseconds[fastest], microseconds[ours], DIGITS)])
    })
  }
}

/** Compares the engine and this library in each language, by renderings of two renderers each. */
function summarizeDialects (renderings) {
  return {
    title: 'Dialects: rendering to bytes',
    header: ['language, page', 'bytes', 'engine µs', 'buffered-render µs', 'ratio to engine', 'min–max'],
    rows: renderings.map(({ name, page, bytes, microseconds }) => {
      const [engine, ours] = Object.values(microseconds)
      return [`${name}, ${page}`, figure(bytes), ...[engine, ours].map((values) => range(values, DIGITS)), ...gains(engine, ours, DIGITS)]
    })
  }
}

const summarizeSeeds = ({ bodies, reads }) => [summarizeBodies(bodies), summarizeReads(reads)]

/** A server with a lower share of busy time waited for the load generator. */
const SATURATED = 0.9

/**
 * Says whether the servers were the bottleneck: a server that waits could have served more requests, so its figure is
 * too low.
 *
 * @param {Measured[]} pages at least one
 * @returns {string} a sentence
 */
function saturation (pages) {
  const servers = pages.flatMap(({ name, rounds }) => Object.keys(rounds[0]).map((variant) => ({
    name: `${variant} of ${name}`,
    // An event loop that waits for threads of its own process counts as busy.
    busy: median(rounds.map(({ [variant]: { utilization, cores } }) => Math.min(1, Math.max(utilization, cores))))
  })))
  const percent = (share) => `${figure(100 * share)} %`
  const idle = servers.filter((server) => server.busy < SATURATED)
  if (idle.length === 0) {
    const least = servers.reduce((a, b) => b.busy < a.busy ? b : a)
    return `The servers were busy at least ${percent(least.busy)} of the time (${least.name}).`
  }
  const list = idle.map((server) => `${server.name} (busy ${percent(server.busy)} of the time)`)
  return `These servers waited for the load generator, so their figures are too low: ${list.join(', ')}.`
}

module.exports = { bytesOf, cpu, gainOrNone, rates, saturation, summarizeCpu, summarizeDialects, summarizeFastest, summarizeFragments, summarizePages, summarizePeers, summarizeRenderings, summarizeSeeds, summarizeSizes, summarizeVersions, tablesOf }
