'use strict'

// Measures from which length on a page of hbs and express-handlebars is worth splicing: the CPU time of a request to Express 5 if this
// library splices the page, and if Handlebars writes it and this library sends it. Each round has new processes, which take
// turns in the order A B B A, so that what gets faster or slower meanwhile affects both.

const fs = require('node:fs')
const path = require('node:path')
const { figure } = require('../bin/measure/figures')
const progress = require('../bin/measure/progress')
const { median, ratios } = require('../bin/measure/statistics')
const { get } = require('./answer')
const { loadServer, withServers } = require('./children')
const { checkMajor, checkNames, parseLine, runCommand } = require('./command')
const { withFolder } = require('./folder')
const { nodeBinary } = require('./node-versions')
const { runScript } = require('./run-script')
const packages = require('./small/packages')
const table = require('./table')

const NAMES = ['hbs', 'express-handlebars']
/** Bytes of the static text of a page, a third of it in a layout. */
const LENGTHS = [20, 1024, 2048, 4096, 8192]
/** Where that text is from. */
const TEXT = fs.readFileSync(path.join(__dirname, 'pages/sources/long.html'), 'utf8')
/** The headers of the requests. */
const CODINGS = { plain: {}, gzip: { 'Accept-Encoding': 'gzip' } }
const CONNECTIONS = 32
/** Seconds of requests before the turns of a page, and in each turn. With fewer, the first page pays for V8's compilers. */
const WARM_UP = 2
const TURN = 1

const USAGE = `Usage: npm run bench:compare short -- [options] [packages]

  packages           ${NAMES.join(', ')} (default: all)
  --node <version>   major version of Node to run with, such as 24; another than this one is installed \
from npm in the folder for temporary files
  --rounds <n>       rounds, each with new processes (default: 5)
  --help             print this help`

function parseOptions (args) {
  const { values, positionals } = parseLine(args, { allowPositionals: true, counts: { rounds: 5 }, texts: { node: undefined } })
  checkMajor(values.node)
  checkNames(positionals, NAMES, 'The packages are')
  return { ...values, names: positionals.length > 0 ? positionals : NAMES }
}

/** Writes a view of each length, and its layout, where a package looks for them. */
function writeViews (folder, name) {
  const { extension } = packages[name]
  const layouts = name === 'hbs' ? folder : path.join(folder, 'layouts')
  fs.mkdirSync(layouts, { recursive: true })
  for (const length of LENGTHS) {
    const text = TEXT.slice(0, length)
    const cuts = [0.2, 0.5, 0.87].map((part) => Math.round(part * length))
    const [head, before, after, foot] = [text.slice(0, cuts[0]), text.slice(cuts[0], cuts[1]), text.slice(cuts[1], cuts[2]), text.slice(cuts[2])]
    fs.writeFileSync(path.join(folder, `view-${length}.${extension}`), `${before}{{title}}${after}{{user.name}}`)
    fs.writeFileSync(path.join(layouts, `layout-${length}.${extension}`), `${head}{{{body}}}${foot}`)
  }
}

/** @returns {Promise<Record<string, Record<'spliced' | 'byEngine', number>[]>>} microseconds, by length and coding, in each round */
function measure (name, rounds) {
  const measured = {}
  return withFolder(async (folder) => {
    writeViews(folder, name)
    for (let round = 1; round <= rounds; round++) {
      progress.show(`${name}: round ${round} of ${rounds}`)
      const script = (side) => ({ file: 'bench/short/app.js', args: [name, folder, side] })
      await withServers({ spliced: script('spliced'), byEngine: script('byEngine') }, async (load, children) => {
        for (const length of LENGTHS) {
          for (const coding of Object.keys(CODINGS)) {
            const times = await takeTurns(children, load, { length, coding, isReversed: round % 2 === 0 })
            const page = `${length} bytes, ${coding}`
            measured[page] = [...measured[page] ?? [], times]
          }
        }
      })
    }
    return measured
  })
}

/** @returns {Promise<Record<'spliced' | 'byEngine', number>>} microseconds, the mean of two turns */
async function takeTurns (children, load, { length, coding, isReversed }) {
  const headers = { Length: String(length), ...CODINGS[coding] }
  const pages = await Promise.all(Object.values(children).map(async ({ port }) => (await get(port, '/', { Length: headers.Length, Number: '1' })).body))
  if (!pages[0].equals(pages[1])) throw new Error(`The pages of ${length} bytes differ`)
  const turn = (side, seconds) => {
    const { server, port } = children[side]
    return loadServer(server, load, { port, headers, status: 200, connections: CONNECTIONS, seconds })
  }
  const [a, b] = isReversed ? ['byEngine', 'spliced'] : ['spliced', 'byEngine']
  for (const side of [a, b]) await turn(side, WARM_UP)
  const sums = { spliced: 0, byEngine: 0 }
  for (const side of [a, b, b, a]) sums[side] += await turn(side, TURN) / 2
  return sums
}

/** Returns the cells of a row: microseconds, and how many times as fast splicing is. */
function cellsOf (rounds) {
  const [spliced, byEngine] = ['spliced', 'byEngine'].map((side) => rounds.map((round) => round[side]))
  return [figure(median(byEngine), 1), figure(median(spliced), 1), ...table.gains(ratios(byEngine, spliced))]
}

async function run ({ node, names, rounds }) {
  if (node !== undefined) {
    process.exitCode = await runScript('short', [...names, '--rounds', `${rounds}`], await nodeBinary(node))
    return
  }
  const rows = []
  for (const name of names) {
    for (const [page, times] of Object.entries(await measure(name, rounds))) rows.push([`${name}, ${page}`, ...cellsOf(times)])
  }
  progress.clear()
  const header = ['package, static text', 'by Handlebars, µs', 'spliced, µs', 'gain', 'quartiles']
  table.print({ title: `CPU time of a request, Express 5, Node ${process.version}`, header, rows })
}

runCommand({ USAGE, parseOptions }, run)
