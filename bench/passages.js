'use strict'

const { figure } = require('../bin/measure/figures')
const { median } = require('../bin/measure/statistics')
const { summarizeCold, summarizeParts, summarizeRequests } = require('./cold/summary')
const { majorOf } = require('./node-versions')
const { summarizeProjects, summarizeSlowest } = require('./real/summary')
const { summarizeCapacity } = require('./scale/capacity')
const { summarizeMemory } = require('./scale/memory')
const { summarizeSeeds } = require('./seeds')
const table = require('./table')
const { times } = table
const tables = require('./tables')
const { summarizeWire } = require('./wire/summary')

/**
 * The passages with results in README, docs/benchmark.md and docs/fragments.md, by the names of their markers, from the results of the
 * version of Node of README, those of the others, and those of `scale.js`, `wire.js`, `cold.js` and `real.js`.
 *
 * @type {Record<string, (results: import('./results').Results, others: import('./results').Results[],
 *   scripts: { scale: object, wire: object, cold: object, requests: object, real: object }) => string>}
 */
const passages = {
  headline: (results, others, { wire }) => headline(results, wire),
  gains,
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
  seeds: ({ seeds }) => seeds.flatMap(summarizeSeeds).map(titled).join('\n\n'),
  scale: (results, others, { scale }) => [summarizeCapacity(scale.capacity), summarizeMemory(scale.memory)].map(titled).join('\n\n'),
  'scale-conditions': (results, others, { scale }) => conditionsOfScale(scale),
  'gzip-sizes': sizesInGzip,
  wire: (results, others, { wire }) => markdown(summarizeWire(wire.pages)),
  'wire-conditions': (results, others, { wire }) => conditionsOf(wire, 'wire --'),
  cold: (results, others, { cold }) => markdown(summarizeCold(cold.languages)),
  'cold-conditions': (results, others, { cold }) => conditionsOf(cold, 'compare cold --'),
  'first-requests': (results, others, { requests }) => markdown(summarizeRequests(requests.versions)),
  'first-request-parts': (results, others, { requests: { node, versions } }) => markdown(summarizeParts({ [majorOf(node)]: versions[majorOf(node)] })),
  'first-request-conditions': (results, others, { requests }) => conditionsOf(requests, 'compare cold -- --only requests --node 20,24'),
  real: (results, others, { real: { projects } }) => `${markdown(summarizeProjects(projects))}\n\n${titled(summarizeSlowest(projects))}`,
  'real-conditions': (results, others, { real }) => conditionsOf(real, 'compare real -- --projects FOLDER')
}

/** @returns {string} a table without its title and without the column of the project's promises */
function markdown ({ header, rows }) {
  const visible = (cells) => cells.filter((_, column) => header[column] !== 'expected')
  return table.markdown({ header: visible(header), rows: rows.map(visible) })
}

const titled = (table) => `${table.title}:\n\n${markdown(table)}`
const folded = (table) => `<details><summary>${table.title}</summary>\n\n${markdown(table)}\n\n</details>`

/** @returns {string} the beginning of a sentence */
function measuredOn ({ date, node, machine: { cpu, cores } }) {
  return `Measured on ${date.slice(0, 10)} with Node ${node.slice(1)} on ${cores} cores of an ${cpu}`
}

/** @returns {string} date, machine, command and package versions */
function conditions ({ packages, options: { rounds, seconds, connections, load = 'autocannon' }, ...run }) {
  const versions = Object.entries(packages).map(([name, version]) => `${name} ${version}`)
  return lines(`${measuredOn(run)}, by ` +
    `\`node bench/run.js --rounds ${rounds} --seconds ${seconds}\` with ${connections} connections of ${load}: medians of rounds in which ` +
    `all servers take turns. ${versions.join(', ')}.`)
}

/** @returns {string} what the library does, in figures */
function headline ({ pages }, wire) {
  const [plain, gzip] = ['article', 'article-gzip'].map((name) => pages.find((page) => page.name === name))
  const { sizes } = wire.pages.find(({ name }) => name === 'article')
  return lines(`An article of ${kilobytes(plain)} with its partials, in EJS: **${times(gainOf(plain))}** the requests a second of Express alone; ` +
    `with gzip **${times(gainOf(gzip))}**, in ${figure(sizes.spliced)} bytes (zlib: ${figure(sizes['zlib 6'])}). With a [dictionary](docs/dictionary.md), ` +
    `**${figure(sizes.dcz)}** bytes travel from the second visit on.`)
}

/** The pages of README's table, with what it calls them. */
const GAINS = {
  article: 'article with partials',
  'article-gzip': 'the same with gzip',
  'article-unheld': 'the same, clients on another machine',
  'article-one-file': 'article in one file',
  listing: 'listing, most of it dynamic',
  'listing-gzip': 'the same with gzip',
  fortunes: 'a page of 1 KB',
  'fortunes-unheld': 'the same, clients on another machine',
  'fortunes-pug': 'the same in Pug',
  'fortunes-database': 'the same, rows from PostgreSQL'
}

/** @returns {string} how much pages gain, also the least */
function gains ({ node, pages, dialects }) {
  // A machine without PostgreSQL has not measured all of them.
  const rows = Object.entries(GAINS).flatMap(([name, title]) => pages.filter((page) => page.name === name).map((page) => {
    const requests = [page.baseline, page.ours].map((variant) => figure(median(tables.rates(page, variant))))
    return [title, tables.bytesOf(page), ...requests, tables.gainOrNone(gainOf(page))]
  }))
  const rendering = (name) => tables.gainOrNone(table.ratioOf(...Object.values(dialects.find((each) => each.name === name).microseconds), tables.DIGITS))
  return `${markdown({ header: [`requests a second, Node ${majorOf(node)}`, 'bytes', 'Express alone', 'with this library', 'gain'], rows })}\n\n` +
    lines('The load generator ran on the same machine, as a proxy does. For clients on another machine, ' +
    '[held writes](docs/production.md#held-writes) have no effect: their rows are measured without. ' +
    `Rendering alone, without what sending saves, an article in Pug gains ${rendering('pug')}, in Handlebars ${rendering('handlebars')}.`)
}

/** The servers beside which README puts this library, with what it calls them. */
const BESIDE = {
  express: 'Express with EJS',
  'buffered-render': 'Express with EJS and this library',
  'prebuilt-string': 'Express with a string made in advance',
  'koa-plain': 'Koa with EJS',
  fastify: 'Fastify with EJS',
  hono: "Hono's `html`",
  'http-ghtml': '`ghtml`',
  'http-kitajs': '`@kitajs/html`',
  'http-html': 'the html tag here, on `node:http`'
}

/** @returns {string} CPU time of other servers */
function beside ({ peers }) {
  const [large, small] = ['peers-article', 'peers-fortunes'].map((name) => peers.find((page) => page.name === name))
  const costs = Object.entries(BESIDE).map(([variant, title]) => {
    return `${title} ${[large, small].map((page) => figure(median(tables.cpu(page, variant)))).join(' and ')}`
  })
  return lines(`CPU time of a request, in µs, for an article of ${kilobytes(large)} with more partials and for a page of ${kilobytes(small)}: ${costs.join('; ')}.`)
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

function kilobytes ({ bytes }) {
  return `${figure(bytes / 1000)} KB`
}

/** @returns {number} the requests per second of ours in those of the framework alone */
function gainOf (page) {
  return table.ratioOf(tables.rates(page, page.ours), tables.rates(page, page.baseline))
}

/** @returns {string} date, machine and command */
function conditionsOfScale ({ options: { rounds, seconds, connections, load }, ...run }) {
  return lines(`${measuredOn(run)}, which the servers, nginx and the ` +
    `load generator share, by \`npm run bench:compare scale -- --rounds ${rounds} --seconds ${seconds}\` with ${connections} connections of ${load}.`)
}

/** @returns {string} date, machine and command */
function conditionsOf ({ options: { rounds }, ...run }, script) {
  return lines(`${measuredOn(run)}, by \`npm run bench:${script} --rounds ${rounds}\`.`)
}

/** The page whose CPU time is compared between versions of Node. */
const OF_VERSIONS = 'peers-article'

/**
 * @param {import('./results').Results[]} all versions of Node, the one of README first; the others have measured some pages
 * @returns {import('./table').Table[]} ratios to the framework alone, and CPU time
 */
function tablesOfVersions (all) {
  const title = ({ node }) => `Node ${node.slice(1)}`
  const common = all[0].pages.filter(({ name }) => all.every(({ pages }) => pages.some((page) => page.name === name)))
  const gained = ({ name }) => all.map(({ pages }) => tables.gainOrNone(gainOf(pages.find((page) => page.name === name))))
  const measured = all.map(({ node, peers }) => [node.slice(1), { peers: peers.filter(({ name }) => name === OF_VERSIONS) }])
  return [
    { header: ['page: ratio to the framework alone', ...all.map(title)], rows: common.map((page) => [page.title, ...gained(page)]) },
    tables.summarizeVersions(Object.fromEntries(measured))
  ]
}

/** @returns {string} range of the ratios of our bytes to those of zlib */
function sizesInGzip ({ pages, peers }) {
  const sizes = [...pages, ...peers].filter(({ gzip }) => gzip !== undefined).map(({ gzip: { wire, zlib } }) => wire / zlib)
  return `${figure(Math.min(...sizes), 2)} to ${figure(Math.max(...sizes), 2)} times`
}

/** Breaks a paragraph into lines. */
function lines (text, width = 100) {
  const list = ['']
  for (const word of text.split(/ (?=(?:[^`]*`[^`]*`)*[^`]*$)/)) {
    const line = list.at(-1)
    if (line !== '' && line.length + 1 + word.length > width) list.push(word)
    else list[list.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return list.join('\n')
}

module.exports = { passages }
