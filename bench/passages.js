'use strict'

const { figure } = require('../bin/measure/figures')
const { median } = require('../bin/measure/statistics')
const { summarizeCold } = require('./cold/summary')
const { summarizeProjects, summarizeSlowest } = require('./real/summary')
const { summarizeCapacity } = require('./scale/capacity')
const { summarizeMemory } = require('./scale/memory')
const { summarizeSeeds } = require('./seeds')
const servers = require('./servers')
const table = require('./table')
const { times } = table
const tables = require('./tables')
const { summarizeWire } = require('./wire/summary')

/**
 * The passages with results in README and docs/benchmark.md, by the names of their markers. They are given the results of the
 * newest version of Node, those of the others, and those of `scale.js`, `wire.js`, `cold.js` and `real.js`.
 *
 * @type {Record<string, (results: import('./results').Results, others: import('./results').Results[],
 *   scripts: { scale: object, wire: object, cold: object, real: object }) => string>}
 */
const passages = {
  headline: (results, others, { wire }) => headline(results, wire),
  gains,
  beside,
  conditions,
  'other-versions': (results, others) => others.map(otherVersion).join('\n'),
  cpu: ({ peers }) => markdown(tables.summarizeCpu(peers)),
  pages: ({ pages }) => markdown(tables.summarizePages(pages)),
  peers: ({ peers }) => peers.map((page) => folded(tables.summarizePeers(page))).join('\n\n'),
  rendering: ({ rendering }) => [tables.summarizeRenderings(rendering), tables.summarizeFastest(rendering)].map(markdown).join('\n\n'),
  dialects: ({ dialects }) => markdown(tables.summarizeDialects(dialects)),
  sizes: (results) => markdown(tables.summarizeSizes(results)),
  seeds: ({ seeds }) => seeds.flatMap(summarizeSeeds).map(titled).join('\n\n'),
  scale: (results, others, { scale }) => [summarizeCapacity(scale.capacity), summarizeMemory(scale.memory)].map(titled).join('\n\n'),
  'scale-conditions': (results, others, { scale }) => conditionsOfScale(scale),
  'gzip-sizes': sizesInGzip,
  wire: (results, others, { wire }) => markdown(summarizeWire(wire.pages)),
  'wire-conditions': (results, others, { wire }) => conditionsOf(wire, 'wire'),
  cold: (results, others, { cold }) => markdown(summarizeCold(cold.languages)),
  'cold-conditions': (results, others, { cold }) => conditionsOf(cold, 'cold'),
  real: (results, others, { real: { projects } }) => `${markdown(summarizeProjects(projects))}\n\n${titled(summarizeSlowest(projects))}`,
  'real-conditions': (results, others, { real }) => lines(`${measuredOn(real)}, by \`node bench/real.js --projects FOLDER --rounds ${real.options.rounds}\`.`)
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

/** @returns {string} date, machine, command and package versions; what of the results an earlier run has measured */
function conditions ({ packages, options: { rounds, seconds, connections, load = 'autocannon' }, earlier, ...run }) {
  const versions = Object.entries(packages).map(([name, version]) => `${name} ${version}`)
  return lines(`${measuredOn(run)}, by ` +
    `\`node bench/run.js --rounds ${rounds} --seconds ${seconds}\` with ${connections} connections of ${load}: medians of rounds in which ` +
    `all servers take turns. ${versions.join(', ')}.${earlier ? earlierTables(earlier) : ''}`)
}

function earlierTables ({ tables, date, rounds, seconds }) {
  return ` The tables of ${tables} are from ${date.slice(0, 10)}, ${rounds} rounds of ${seconds} s, before gzip was written in one code for a page.`
}

/** @returns {string} what the library does, in figures */
function headline ({ pages }, wire) {
  const [plain, gzip] = ['article', 'article-gzip'].map((name) => pages.find((page) => page.name === name))
  const { sizes } = wire.pages.find(({ name }) => name === 'article')
  return lines(`An article of ${kilobytes(plain)} with its partials, in EJS: **${times(gainOf(plain))}** the requests a second of Express alone; ` +
    `with gzip **${times(gainOf(gzip))}**, in ${figure(sizes.spliced)} bytes (zlib: ${figure(sizes['zlib 6'])}). With a [dictionary](docs/dictionary.md), ` +
    `**${figure(sizes.dcz)}** bytes travel from the second visit on.`)
}

/** Where README says how much is gained, with what it calls the pages. */
const GAINS = {
  article: 'the article with partials',
  'article-one-file': 'the same article in one file',
  fortunes: 'a page of 1 KB',
  listing: 'a listing of 51 KB, most of it dynamic',
  'listing-gzip': 'that listing with gzip'
}

/** @returns {string} how much pages gain, also the least */
function gains ({ pages, dialects }) {
  const gain = (name) => gainOrNone(gainOf(pages.find((page) => page.name === name)))
  const rendering = (name) => gainOrNone(table.ratioOf(...Object.values(dialects.find((each) => each.name === name).microseconds), 1))
  return lines(`Requests a second beside Express alone: ${Object.entries(GAINS).map(([name, title]) => `${title} ${gain(name)}`).join(', ')}. ` +
    'The load generator ran on the same machine, as a proxy does. For clients on another machine, [held writes](docs/architecture.md#what-happens-to-a-page) ' +
    `have no effect: the article gains ${gain('article-unheld')}, the page of 1 KB ${gain('fortunes-unheld')}. ` +
    `Rendering alone, without what sending saves, an article in Pug gains ${rendering('pug')}, in Handlebars ${rendering('handlebars')}.`)
}

/** A ratio within the scatter of the benchmark is no gain. */
function gainOrNone (ratio) {
  return ratio < 1.05 ? `${times(ratio)} (no gain)` : times(ratio)
}

/** The servers beside which README puts this library, with what it calls them. */
const BESIDE = {
  express: 'Express with EJS',
  'buffered-render': 'Express with EJS and this library',
  'koa-plain': 'Koa with EJS',
  fastify: 'Fastify with EJS',
  hono: "Hono's `html`",
  'http-ghtml': '`ghtml`',
  'http-html': 'the html tag here, on `node:http`'
}

/** @returns {string} CPU time of other servers */
function beside ({ peers }) {
  const [large, small] = ['peers-article', 'peers-fortunes'].map((name) => peers.find((page) => page.name === name))
  const costs = Object.entries(BESIDE).map(([variant, title]) => {
    return `${title} ${[large, small].map((page) => figure(median(tables.cpu(page, variant)))).join(' and ')}`
  })
  return lines(`CPU time of a request, in µs, for a page of ${kilobytes(large)} and for one of ${kilobytes(small)}: ${costs.join('; ')}.`)
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
    `load generator share, by \`node bench/scale.js --rounds ${rounds} --seconds ${seconds}\` with ${connections} connections of ${load}.`)
}

/** @returns {string} date, machine and command */
function conditionsOf ({ options: { rounds }, ...run }, script) {
  return lines(`${measuredOn(run)}, by \`npm run bench:${script} -- --rounds ${rounds}\`.`)
}

/** The pages and servers that stand for a version of Node. */
const BRIEF = { ratios: ['fortunes', 'article', 'article-gzip'], page: 'peers-article', servers: ['express', 'buffered-render', 'fastify'] }

/** @returns {string} a line */
function otherVersion ({ node, pages, peers }) {
  const gained = BRIEF.ratios.map((name) => pages.find((page) => page.name === name)).map((page) => {
    return `${times(gainOf(page))} (${page.title})`
  })
  const page = peers.find(({ name }) => name === BRIEF.page)
  const costs = BRIEF.servers.map((variant) => `${figure(median(tables.cpu(page, variant)))} µs (${servers[variant].title})`)
  return `- Node ${node.slice(1)}: ${gained.join(', ')} the requests of the framework alone; an article takes ${costs.join(', ')} of CPU time.`
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
