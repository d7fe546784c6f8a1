'use strict'

const { figure } = require('../bin/measure/figures')
const { median, ratios } = require('../bin/measure/statistics')
const { summarizeCapacity } = require('./scale/capacity')
const { summarizeMemory } = require('./scale/memory')
const { summarizeSeeds } = require('./seeds')
const { majorOf } = require('./node-versions')
const servers = require('./servers')
const table = require('./table')
const { times } = table
const tables = require('./tables')

/**
 * The passages with results in README and docs/benchmark.md, by the names of their markers. They are given the results of the
 * newest version of Node, those of the others, and those of `scale.js`.
 *
 * @type {Record<string, (results: import('./results').Results, others: import('./results').Results[], scale: object) => string>}
 */
const passages = {
  headline,
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
  scale: (results, others, scale) => [summarizeCapacity(scale.capacity), summarizeMemory(scale.memory)].map(titled).join('\n\n'),
  'scale-conditions': (results, others, scale) => conditionsOfScale(scale),
  'gzip-sizes': sizesInGzip
}

/** @returns {string} a table without its title and without the column of the project's promises */
function markdown ({ header, rows }) {
  const visible = (cells) => cells.filter((_, column) => header[column] !== 'expected')
  return table.markdown({ header: visible(header), rows: rows.map(visible) })
}

const titled = (table) => `${table.title}:\n\n${markdown(table)}`
const folded = (table) => `<details><summary>${table.title}</summary>\n\n${markdown(table)}\n\n</details>`

/** @returns {string} date, machine, command and package versions */
function conditions ({ date, node, machine: { cpu, cores }, packages, options: { rounds, seconds, connections, load = 'autocannon' } }) {
  const versions = Object.entries(packages).map(([name, version]) => `${name} ${version}`)
  return lines(`Measured on ${date.slice(0, 10)} with Node ${node.slice(1)} on ${cores} cores of an ${cpu}, by ` +
    `\`npm run bench -- --rounds ${rounds} --seconds ${seconds}\` with ${connections} connections of ${load}: medians of rounds in which ` +
    `all servers take turns. ${versions.join(', ')}.`)
}

/** @returns {string} what the library does, in figures */
function headline ({ node, pages }) {
  const [article, gzip, small] = ['article', 'article-gzip', 'fortunes'].map((name) => {
    const page = pages.find((page) => page.name === name)
    return { gain: `${figure(gainOf(page), 1)} ×`, size: kilobytes(page) }
  })
  return lines(`One line makes \`res.render\` **${article.gain} faster** on a ${article.size} EJS page, **${gzip.gain}** with gzip, ` +
    `and **${small.gain}** on a ${small.size} page: requests per second, with Node ${majorOf(node)} and the load generator on ` +
    'the same machine, as a proxy would be.')
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

/** @returns {string} processor time of other servers */
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
  return median(ratios(tables.rates(page, page.ours), tables.rates(page, page.baseline)))
}

/** @returns {string} date, machine and command */
function conditionsOfScale ({ date, node, machine: { cpu, cores }, options: { rounds, seconds, connections, load } }) {
  return lines(`Measured on ${date.slice(0, 10)} with Node ${node.slice(1)} on ${cores} cores of an ${cpu}, which the servers, nginx and the ` +
    `load generator share, by \`node bench/scale.js --rounds ${rounds} --seconds ${seconds}\` with ${connections} connections of ${load}.`)
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
  return `- Node ${node.slice(1)}: ${gained.join(', ')} the requests of the framework alone; an article takes ${costs.join(', ')} of processor time.`
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
