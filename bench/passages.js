'use strict'

const { figure } = require('../bin/measure/figures')
const { median } = require('../bin/measure/statistics')
const { pagesOf: appPages, summarizeApps } = require('./apps/summary')
const { summarizeCold, summarizeParts, summarizeRequests } = require('./cold/summary')
const { majorOf } = require('./node-versions')
const { ratiosIn } = require('./pairs')
const { sentenceOfSlowest, summarizeProjects, summarizeSlowest } = require('./real/summary')
const { summarizeCapacity } = require('./scale/capacity')
const { summarizeLatency } = require('./scale/latency')
const { summarizeMemory } = require('./scale/memory')
const { summarizeBodies } = require('./seeds/bodies')
const { summarizeReads } = require('./seeds/reads')
const table = require('./table')
const { markdown, times } = table
const tables = require('./tables')
const { summarizeWire } = require('./wire/summary')

/**
 * The passages with results in README, docs/benchmark.md and docs/fragments.md, by the names of their markers, from the
 * results of the version of Node of README, those of the others, and those of `readOthers`.
 *
 * @type {Record<string, (results: import('./results').Results, others: import('./results').Results[],
 *   scripts: ReturnType<typeof import('./results').readOthers>) => string>}
 */
const passages = {
  headline: (results, others, { wire }) => headline(results, wire),
  gains: (results, others, { apps, real }) => gains(results, apps.apps, real.projects),
  encoded: (results, others, { apps }) => encoded(apps.apps),
  beside,
  conditions,
  versions: (results, others) => markdown(tableOfVersions([results, ...others])),
  pages: ({ pages }) => markdown(tables.summarizePages(pages)),
  fragments: ({ fragments }) => gainsOfFragments(fragments),
  peers: ({ peers }) => markdown(tables.summarizePeers(peers)),
  rendering: ({ rendering }) => markdown(tables.summarizeRenderings(rendering)),
  dialects: ({ dialects }) => markdown(tables.summarizeDialects(dialects)),
  sizes: (results) => markdown(tables.summarizeSizes(results)),
  seeds: ({ bodies, reads }) => [summarizeBodies(bodies), summarizeReads(reads)].map(titled).join('\n\n'),
  scale: (results, others, { scale }) => [summarizeCapacity(scale.capacity), summarizeLatency(scale.latency), summarizeMemory(scale.memory)].map(titled).join('\n\n'),
  'scale-conditions': (results, others, { scale }) => conditionsOfScale(scale),
  'gzip-sizes': sizesInGzip,
  wire: (results, others, { wire }) => markdown(summarizeWire(wire.pages)),
  'wire-conditions': (results, others, { wire }) => conditionsOf(wire, 'wire --'),
  cold: (results, others, { cold }) => markdown(summarizeCold(cold.languages)),
  'cold-conditions': (results, others, { cold }) => conditionsOf(cold, 'compare cold --'),
  apps: (results, others, { apps: { apps } }) => markdown(summarizeApps(apps)),
  'apps-conditions': (results, others, { apps }) => conditionsOf(apps, 'compare apps --'),
  'first-requests': (results, others, { requests }) => markdown(summarizeRequests(requests.versions)),
  'first-request-parts': (results, others, { requests: { node, versions } }) => markdown(summarizeParts({ [majorOf(node)]: versions[majorOf(node)] })),
  'first-request-conditions': (results, others, { requests }) => conditionsOf(requests, 'compare cold -- --only requests --node 20,24'),
  real: (results, others, { real: { projects } }) => `${markdown(summarizeProjects(projects))}\n\n${titled(summarizeSlowest(projects))}`,
  'real-conditions': (results, others, { real }) => conditionsOf(real, 'compare real -- --projects FOLDER')
}

const titled = (table) => `${table.title}:\n\n${markdown(table)}`

/** @returns {string} the beginning of a sentence */
function measuredOn ({ date, node, machine: { cpu, cores } }) {
  return `Measured on ${date.slice(0, 10)} with Node ${node.slice(1)} on ${cores} cores of an ${cpu}`
}

function conditions ({ packages, options: { pairs, seconds, connections, load }, ...run }) {
  const versions = Object.entries(packages).map(([name, version]) => `${name} ${version}`)
  return lines(`${measuredOn(run)}, by \`node bench/run.js --pairs ${pairs}\` with turns of ${seconds} s and ${connections} connections of ` +
    `${load}: medians and quartiles of the ratios of pairs. ${versions.join(', ')}.`)
}

/** @returns {string} what the library does, in figures */
function headline ({ pages }, wire) {
  const [plain, browser, gzip] = ['article', 'article-browser', 'article-gzip'].map((name) => pages.find((page) => page.name === name))
  const { sizes } = wire.pages.find(({ name }) => name === 'article')
  const brotli = figure(browser.wires[browser.baseline])
  return lines(`An article of ${kilobytes(plain)} with its partials, in EJS, as a browser asks for it: Express with \`compression\` takes ` +
    `**${timesOf(browser)}** the CPU time of a request (it sends ${brotli} bytes of Brotli, this library ${figure(browser.bytes)} of gzip); ` +
    `with gzip in both **${timesOf(gzip)}**; uncompressed, Express alone takes **${timesOf(plain)}**. With a [dictionary](docs/dictionary.md), ` +
    `**${figure(sizes.dcz)}** bytes travel from the second visit on.`)
}

/** The pages of README's table, with what it calls them. */
const GAINS = {
  'article-browser': 'article with partials, compressed for a browser',
  'article-gzip': 'the same with gzip in both',
  article: 'the same, uncompressed',
  'article-one-file': 'article in one file',
  listing: 'listing, most of it dynamic',
  fortunes: 'a page of 1 KB',
  'fortunes-pug': 'a page of 1 KB in Pug',
  'fortunes-database': 'a page of 1 KB, rows from PostgreSQL'
}

/** The rows of README's table with real applications, which are asked for a page in these ways. */
const APP_WAYS = { 'express-generator': ['browser', 'encoded'], kutt: ['plain'], 'redis-commander': ['plain'] }

function gains ({ node, pages }, apps, projects) {
  // A machine without PostgreSQL has not measured all of them.
  const rows = Object.entries(GAINS).flatMap(([name, title]) => pages.filter((page) => page.name === name).map((page) => rowOf({ ...page, title })))
  const ofApps = appPages(apps).filter(({ name, way }) => APP_WAYS[name].includes(way)).map((page) => {
    const wires = { alone: page.alone.bytes, ours: page.ours.bytes }
    return rowOf({ ...page, bytes: page.ours.bytes, wires, baseline: 'alone', ours: 'ours' })
  })
  const header = [`CPU time of a request, Node ${majorOf(node)}`, 'Express alone / with this library, quartiles', 'bytes']
  return `${markdown({ header, rows: [...rows, ...ofApps] })}\n\n` +
    lines(sentenceOfSlowest(projects))
}

/** @returns {string[]} three cells, as many as a phone shows */
const rowOf = (page) => [page.title, tables.gainOrNone(tables.gainsOf(page)).join(', '), tables.bytesOf(page)]

/** @returns {string} what `compress: true` sends and saves beside `compression` */
function encoded (apps) {
  const { alone, groups, ours } = appPages(apps).find(({ name, way }) => name === 'express-generator' && way === 'encoded')
  return lines(`The stock app of express-generator then sends ${figure(ours.bytes)} bytes of gzip instead of ${figure(alone.bytes)} of Brotli; ` +
    `without this library, it takes ${times(median(ratiosIn(groups, 'ours')))} the CPU time of a browser's request.`)
}

/** The servers beside which README puts this library, with what it calls them. */
const BESIDE = {
  'buffered-render': 'with this library',
  'prebuilt-string': 'Express with a string made in advance',
  'koa-plain': 'Koa with EJS',
  fastify: 'Fastify with EJS',
  hono: "Hono's `html`",
  'http-ghtml': '`ghtml`',
  'http-kitajs': '`@kitajs/html`',
  'http-html': 'the html tag here, on `node:http`'
}

function beside ({ peers }) {
  const [large, small] = ['peers-article', 'peers-fortunes'].map((name) => peers.find((page) => page.name === name))
  const costs = Object.entries(BESIDE).map(([variant, title]) => {
    return `${title} ${[large, small].map(({ groups }) => times(median(ratiosIn(groups, variant)))).join(' and ')}`
  })
  return lines(`The CPU time of Express with EJS, as a multiple of that of other servers, for an article of ${kilobytes(large)} with more partials and ` +
    `for a page of ${kilobytes(small)}: ${costs.join('; ')}.`)
}

/** The servers of both pages with cached fragments, which differ in `compression`, with what docs/fragments.md calls them. */
const FRAGMENTS = [
  [['buffered-render', 'buffered-render'], 'buffered-render, nothing cached'],
  [['cached-rows', 'cached-rows'], 'rows cached'],
  [['cached-listing', 'cached-listing'], 'listing cached'],
  [['prebuilt', 'prebuilt-gzip'], 'Express, a prebuilt Buffer']
]

/** @returns {string} the gains of a page with cached fragments, and of the same as gzip */
function gainsOfFragments (fragments) {
  const pages = ['member', 'member-gzip'].map((name) => fragments.find((page) => page.name === name))
  const rows = FRAGMENTS.map(([variants, title]) => {
    return [title, ...variants.map((variant, i) => table.gain(ratiosIn(pages[i].groups, variant))), figure(pages[1].wires[variants[1]])]
  })
  return markdown({ header: ['CPU time of a request: Express alone / this', 'plain', 'gzip', 'gzip, bytes'], rows })
}

const kilobytes = ({ bytes }) => `${figure(bytes / 1000)} KB`

/** @returns {string} the CPU time of a request by the framework alone in ours */
const timesOf = (page) => times(median(tables.gainsOf(page)))

/** @returns {string} date, machine and command */
function conditionsOfScale ({ options: { rounds, seconds, connections, load }, ...run }) {
  return lines(`${measuredOn(run)}, which the servers, nginx and the load generator share, ` +
    `by \`npm run bench:compare scale -- --rounds ${rounds} --seconds ${seconds}\` with ${connections} connections of ${load}.`)
}

function conditionsOf ({ options, ...run }, script) {
  const [[name, count]] = Object.entries(options)
  return lines(`${measuredOn(run)}, by \`npm run bench:${script} --${name} ${count}\`.`)
}

/**
 * @param {import('./results').Results[]} all versions of Node, the one of README first; the others have measured some pages
 * @returns {import('./table').Table} gains
 */
function tableOfVersions (all) {
  const common = all[0].pages.filter(({ name }) => all.every(({ pages }) => pages.some((page) => page.name === name)))
  const gained = ({ name }) => all.map(({ pages }) => {
    return tables.gainOrNone(tables.gainsOf(pages.find((page) => page.name === name))).join(', ')
  })
  const header = ['page: CPU time of the framework alone / ours', ...all.map(({ node }) => `Node ${node.slice(1)}`)]
  return { header, rows: common.map((page) => [page.title, ...gained(page)]) }
}

/** @returns {string} range of the ratios of our bytes to those of zlib */
function sizesInGzip ({ pages, peers }) {
  const sizes = [...pages, ...peers].filter(({ gzip }) => gzip !== undefined).map(({ gzip: { wire, zlib } }) => wire / zlib)
  return `${figure(Math.min(...sizes), 2)} to ${figure(Math.max(...sizes), 2)} times`
}

/** Breaks a paragraph into lines. */
function lines (text, width = 125) {
  const list = ['']
  for (const word of text.split(/ (?=(?:[^`]*`[^`]*`)*[^`]*$)/)) {
    const line = list.at(-1)
    if (line !== '' && line.length + 1 + word.length > width) list.push(word)
    else list[list.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return list.join('\n')
}

module.exports = { passages }
