'use strict'

// Measures the CPU time per request of servers that have just started, each of them in a process of its own: V8 decides early in
// a process how it keeps requests and responses, so a few of many starts may be slow. With the folder of another version of the
// project, both take turns.
//
//     npm run bench:compare starts -- [folder]

const path = require('node:path')
const { figure } = require('../bin/measure/figures')
const progress = require('../bin/measure/progress')
const { median, ratios } = require('../bin/measure/statistics')
const { loadServer, withServers } = require('./children')
const { parseLine, runCommand } = require('./command')
const { interleave } = require('./interleave')
const { CONNECTIONS } = require('./rounds')
const table = require('./table')

const ROOT = path.join(__dirname, '..')
const PAGES = ['fortunes', 'article']
const COUNTS = { starts: 100 }
/** Requests before the measurement. */
const REQUESTS = 5000
/** Turns of a start. The lowest counts: a busy machine slows turns down, but a slow start stays slow. */
const TURNS = 3
/** A start is slow if a request takes more than this share of the median. */
const SLOW = 1.5

const USAGE = `Usage: npm run bench:compare starts -- [folder] [options]

  folder         folder of another version of the project to compare with
  --page <name>  ${PAGES.join(', ')} (default: both)
  --starts <n>   starts to measure of each version, after a warm-up (default: ${COUNTS.starts})
  --help         print this help

A start takes some three seconds. The servers run on the version of Node that runs the command.`

/** @throws {TypeError} with the name of the option and its valid values */
function parseOptions (args) {
  const { values, positionals } = parseLine(args, { allowPositionals: true, counts: COUNTS, options: { page: { type: 'string' } } })
  if (positionals.length > 1) throw new TypeError(`starts takes one folder; got '${positionals.join(' ')}'`)
  if (values.page !== undefined && !PAGES.includes(values.page)) throw new TypeError(`--page takes ${PAGES.join(', ')}; got '${values.page}'`)
  return { ...values, pages: values.page === undefined ? PAGES : [values.page], folder: positionals[0] }
}

async function run ({ pages, starts, folder }) {
  const folders = { ...folder !== undefined && { [folder]: path.resolve(folder) }, 'this version': ROOT }
  const rows = []
  for (const page of pages) rows.push(...rowsOf(page, await measureStarts(page, folders, starts)))
  progress.clear()
  console.log(`Node ${process.version.slice(1)}, server CPU µs per request, ${figure(starts)} starts\n`)
  table.print({ header: ['page, version', 'median (min–max)', 'slow starts', 'first / this'], rows })
}

/** @returns {Promise<Record<string, number[]>>} microseconds per request of each start, by version, as the folders */
function measureStarts (page, folders, starts) {
  return interleave(Object.keys(folders), {
    rounds: starts,
    onRound: (round) => progress.show(`${page}: ${round}`),
    takeTurn: (version) => measureStart(page, folders[version])
  })
}

function measureStart (page, folder) {
  const file = path.relative(ROOT, path.join(folder, 'bench/server.js'))
  return withServers({ started: { file, args: [page, 'buffered-render'] } }, async (load, { started: { server, port } }) => {
    const task = { port, headers: {}, status: 200, connections: CONNECTIONS, seconds: 1 }
    await answer(server, load, task, REQUESTS)
    const turns = []
    while (turns.length < TURNS) turns.push(await answer(server, load, task, REQUESTS / 10))
    return Math.min(...turns)
  })
}

/** Loads a server until it has answered enough requests, which takes longer on a busy machine; returns microseconds per request. */
async function answer (server, load, task, requests) {
  let answered = 0
  let microseconds = 0
  while (answered < requests) {
    const { cores, requestsPerSecond } = await loadServer(server, load, task)
    answered += requestsPerSecond * task.seconds
    microseconds += cores * 1e6 * task.seconds
  }
  return microseconds / answered
}

function rowsOf (page, measured) {
  const [first] = Object.values(measured)
  return Object.entries(measured).map(([version, times]) => [
    `${page}, ${version}`,
    table.range(times, 1),
    figure(times.filter((time) => time > SLOW * median(times)).length),
    table.range(ratios(first, times), 2)
  ])
}

runCommand({ USAGE, parseOptions }, run)
