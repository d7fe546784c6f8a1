'use strict'

const { figure } = require('../bin/measure/figures')
const { median } = require('../bin/measure/statistics')
const { comparisonsOf, summarizeApps } = require('./apps/summary')
const { summarizeCold, summarizeParts, summarizeRequests } = require('./cold/summary')
const { majorOf } = require('./node-versions')
const { sentenceOfSlowest, summarizeProjects, summarizeSlowest } = require('./real/summary')
const { summarizeCapacity } = require('./scale/capacity')
const { summarizeLatency } = require('./scale/latency')
const { summarizeMemory } = require('./scale/memory')
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
  versions: (results, others) => tablesOfVersions([results, ...others]).map(markdown).join('\n\n'),
  cpu: ({ peers }) => markdown(tables.summarizeCpu(peers)),
  pages: ({ pages }) => markdown(tables.summarizePages(pages)),
  fragments: ({ fragments }) => costsOfFragments(fragments),
  peers: ({ peers }) => peers.map((page) => folded(tables.summarizePeers(page))).join('\n\n'),
  rendering: ({ rendering }) => [tables.summarizeRenderings(rendering), tables.summarizeFastest(rendering)].map(markdown).join('\n\n'),
  dialects: ({ dialects }) => markdown(tables.summarizeDialects(dialects)),
  sizes: (results) => markdown(tables.summarizeSizes(results)),
  seeds: ({ seeds }) => seeds.flatMap(tables.summarizeSeeds).map(titled).join('\n\n'),
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
const folded = (table) => `<details><summary>${table.title}</summary>\n\n${markdown(table)}\n\n</details>`

/** @returns {string} the beginning of a sentence */
function measuredOn ({ date, node, machine: { cpu, cores } }) {
  return `Measured on ${date.slice(0, 10)} with Node ${node.slice(1)} on ${cores} cores of an ${cpu}`
}

function conditions ({ packages, options: { rounds, seconds, connections, load = 'autocannon' }, ...run }) {
  const versions = Object.entries(packages).map(([name, version]) => `${name} ${version}`)
  return lines(`${measuredOn(run)}, by \`node bench/run.js --rounds ${rounds} --seconds ${seconds}\` with ${connections} connections of ` +
    `${load}: medians of rounds in which all servers take turns. ${versions.join(', ')}.`)
}

/** @returns {string} what the library does, in figures */
function headline ({ pages }, wire) {
  const [plain, browser, gzip] = ['article', 'article-browser', 'article-gzip'].map((name) => pages.find((page) => page.name === name))
  const { sizes } = wire.pages.find(({ name }) => name === 'article')
  const brotli = figure(browser.wires[browser.baseline])
  return lines(`An article of ${kilobytes(plain)} with its partials, in EJS: Express alone takes **${times(gainOf(plain))}** the CPU time of a request; ` +
    `compressed for a browser **${times(gainOf(browser))}** (\`compression\` sends ${brotli} bytes of Brotli, this library ${figure(browser.bytes)} of gzip); ` +
    `with gzip in both **${times(gainOf(gzip))}**. With a [dictionary](docs/dictionary.md), ` +
    `**${figure(sizes.dcz)}** bytes travel from the second visit on.`)
}

/** The pages of README's table, with what it calls them. */
const GAINS = {
  article: 'article with partials',
  'article-browser': 'the same, compressed for a browser',
  'article-gzip': 'the same with gzip in both',
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
  const rows = Object.entries(GAINS).flatMap(([name, title]) => pages.filter((page) => page.name === name).map((page) => {
    return rowOf(title, tables.bytesOf(page), tables.cpu(page, page.baseline), tables.cpu(page, page.ours))
  }))
  const ofApps = comparisonsOf(apps).filter(({ app, way }) => APP_WAYS[app.name].includes(way)).map(({ app, title, alone, ours }) => {
    const wires = { alone: alone.bytes, ours: ours.bytes }
    return rowOf(`${app.title}, ${title}`, tables.bytesOf({ bytes: ours.bytes, wires, baseline: 'alone', ours: 'ours' }), alone.cpu, ours.cpu)
  })
  const header = [`CPU time of a request, Node ${majorOf(node)}`, 'gain', 'Express alone, µs', 'with this library, µs', 'bytes']
  return `${markdown({ header, rows: [...rows, ...ofApps] })}\n\n` +
    lines(sentenceOfSlowest(projects))
}

/** @returns {string[]} the gain first: a phone shows two or three columns */
function rowOf (title, bytes, alone, ours) {
  return [title, tables.gainOrNone(table.ratioOf(alone, ours, 1)), ...[alone, ours].map((values) => figure(median(values), 1)), bytes]
}

/** @returns {string} what `compress: true` saves beside `compression` */
function encoded (apps) {
  const [browser, compressed] = ['browser', 'encoded'].map((way) => comparisonsOf(apps).find((each) => each.app.name === 'express-generator' && each.way === way))
  const cpu = (microseconds) => `${figure(median(microseconds))} µs`
  return `a browser's request takes ${cpu(compressed.ours.cpu)} of CPU time in the app of express-generator above, instead of ${cpu(browser.ours.cpu)}`
}

/** The servers beside which README puts this library, with what it calls them. */
const BESIDE = {
  express: 'Express with EJS',
  'buffered-render': 'the same with this library',
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
    return `${title} ${[large, small].map((page) => figure(median(tables.cpu(page, variant)))).join(' and ')}`
  })
  return lines(`CPU µs of a request for an article of ${kilobytes(large)} with more partials and for a page of ${kilobytes(small)}: ${costs.join('; ')}.`)
}

/** The servers of both pages with cached fragments, which differ in `compression`, with what docs/fragments.md calls them. */
const FRAGMENTS = [
  [['express', 'express-compression'], 'Express, with `compression` for gzip'],
  [['buffered-render', 'buffered-render'], 'buffered-render, nothing cached'],
  [['cached-rows', 'cached-rows'], 'rows cached'],
  [['cached-listing', 'cached-listing'], 'listing cached'],
  [['prebuilt', 'prebuilt-gzip'], 'Express, a prebuilt Buffer']
]

/** @returns {string} CPU time of a page with cached fragments, and of the same as gzip */
function costsOfFragments (fragments) {
  const pages = ['member', 'member-gzip'].map((name) => fragments.find((page) => page.name === name))
  const rows = FRAGMENTS.map(([variants, title]) => {
    return [title, ...variants.map((variant, i) => figure(median(tables.cpu(pages[i], variant)))), figure(pages[1].wires[variants[1]])]
  })
  const [plain, gzip] = pages.map((page) => times(table.ratioOf(tables.cpu(page, page.baseline), tables.cpu(page, page.ours))))
  return `${markdown({ header: ['CPU time of a request', 'µs', 'gzip, µs', 'gzip, bytes'], rows })}\n\n` +
    lines(`Medians of \`npm run bench -- --only fragments\` in the run of the benchmark. Express takes ${plain} the CPU time of the page ` +
    `with a cached listing, and ${gzip} as gzip.`)
}

const kilobytes = ({ bytes }) => `${figure(bytes / 1000)} KB`

/** @returns {number} the CPU time of a request by the framework alone in ours */
const gainOf = (page) => table.ratioOf(tables.cpu(page, page.baseline), tables.cpu(page, page.ours), 1)

/** @returns {string} date, machine and command */
function conditionsOfScale ({ options: { rounds, seconds, connections, load }, ...run }) {
  return lines(`${measuredOn(run)}, which the servers, nginx and the load generator share, ` +
    `by \`npm run bench:compare scale -- --rounds ${rounds} --seconds ${seconds}\` with ${connections} connections of ${load}.`)
}

function conditionsOf ({ options: { rounds }, ...run }, script) {
  return lines(`${measuredOn(run)}, by \`npm run bench:${script} --rounds ${rounds}\`.`)
}

/**
 * @param {import('./results').Results[]} all versions of Node, the one of README first; the others have measured some pages
 * @returns {import('./table').Table[]} ratios to the framework alone, and CPU time
 */
function tablesOfVersions (all) {
  const common = all[0].pages.filter(({ name }) => all.every(({ pages }) => pages.some((page) => page.name === name)))
  const gained = ({ name }) => all.map(({ pages }) => tables.gainOrNone(gainOf(pages.find((page) => page.name === name))))
  const header = ['page: CPU time of the framework alone / ours', ...all.map(({ node }) => `Node ${node.slice(1)}`)]
  const measured = all.map(({ node, peers }) => [node.slice(1), { peers: peers.filter(({ name }) => name === 'peers-article') }])
  return [
    { header, rows: common.map((page) => [page.title, ...gained(page)]) },
    tables.summarizeVersions(Object.fromEntries(measured))
  ]
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
