'use strict'

// Measures small views, which have little static text to splice, in Express 5: the CPU time of a render to bytes, and
// that of a request, with Express alone and with this library. With the folder of another version of the project, that
// one is measured as well. Each round starts new processes, which take turns in the order A B B A: a gain is the median of
// the ratios of turns that follow each other, so that what gets faster or slower meanwhile affects both.

const fs = require('node:fs')
const path = require('node:path')
const { figure } = require('../bin/measure/figures')
const progress = require('../bin/measure/progress')
const { median, ratios } = require('../bin/measure/statistics')
const { get } = require('./answer')
const { loadServer, withServers } = require('./children')
const { checkMajor, checkNames, parseLine, runCommand } = require('./command')
const { withFolder } = require('./folder')
const { mapValues } = require('./map-values')
const { nodeBinary } = require('./node-versions')
const { quartiles } = require('./quartiles')
const { runScript } = require('./run-script')
const packages = require('./small/packages')
const table = require('./table')

const ROOT = path.join(__dirname, '..')
const NAMES = Object.keys(packages)
/** Seconds of requests for a view, and milliseconds of CPU time for its renders. With fewer, the first view pays for V8's compilers. */
const WARM_UP = { seconds: 2, turn: 1500 }
const TURN = { seconds: 1, turn: 150 }
/** Turns of each process in a round. */
const TURNS = 4
const CONNECTIONS = 32
/** Seconds to wait for a turn of renders. */
const PATIENCE = 60

const USAGE = `Usage: npm run bench:compare small -- [options] [packages]

  packages           ${NAMES.join(', ')} (default: all)
  --node <version>   major version of Node to run with, such as 24; another than this one is installed \
from npm in the folder for temporary files
  --other <folder>   another version of the project, with its dependencies, which is measured as well
  --rounds <n>       rounds, each with new processes and ${TURNS} turns (default: 3)
  --help             print this help`

function parseOptions (args) {
  const { values, positionals } = parseLine(args, { allowPositionals: true, counts: { rounds: 3 }, texts: { node: undefined, other: undefined } })
  checkMajor(values.node)
  checkNames(positionals, NAMES, 'The packages are')
  return { ...values, names: positionals.length > 0 ? positionals : NAMES }
}

/**
 * @param {string} name of a package
 * @returns {Promise<Record<string, Record<'rendering' | 'http', Record<string, number[]>>>>} microseconds by view, kind and side
 * @throws {Error} if the sides answer with different pages
 */
function measure (name, { rounds, other }) {
  const { files, views } = packages[name]
  const roots = { alone: [], ours: [ROOT], ...other && { other: [path.resolve(other)] } }
  const measured = Object.fromEntries(views.map((view) => [view, mapValues({ rendering: [], http: [] }, () => mapValues(roots, () => []))]))
  return withFolder(async (folder) => {
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      fs.writeFileSync(path.join(folder, file), text)
    }
    for (let round = 1; round <= rounds; round++) {
      progress.show(`${name}: round ${round} of ${rounds}`)
      const scripts = mapValues(roots, (root) => ({ file: 'bench/small/app.js', args: [name, folder, ...root] }))
      await withServers(scripts, async (load, children) => {
        for (const view of views) await takeTurns(children, { load, view, measured: measured[view] })
      })
    }
    return measured
  })
}

async function takeTurns (children, { load, view, measured }) {
  const pages = await Promise.all(Object.values(children).map(async ({ port }) => String((await get(port, '/', { View: view, Number: '1' })).body)))
  if (pages.some((page) => page !== pages[0])) throw new Error(`The pages of "${view}" differ:\n\n${pages.join('\n')}`)
  const sides = Object.keys(children)
  for (const side of sides) await takeTurn(children[side], load, view, WARM_UP)
  for (let i = 0; i < TURNS; i++) {
    for (const side of i % 2 === 0 ? sides : sides.toReversed()) {
      const { http, rendering } = await takeTurn(children[side], load, view, TURN)
      measured.http[side].push(http)
      measured.rendering[side].push(rendering)
    }
  }
}

/** @returns {Promise<{ http: number, rendering: number }>} microseconds */
async function takeTurn ({ server, port }, load, view, { seconds, turn }) {
  const http = await loadServer(server, load, { port, headers: { View: view }, status: 200, connections: CONNECTIONS, seconds })
  return { http, rendering: await server.ask({ rendering: view, turn }, PATIENCE) / 1000 }
}

/** Returns the cells of one kind: microseconds, how many times as fast as Express alone, and the quartiles of that. */
function cellsOf ({ alone, ours, other }) {
  const cells = (times) => {
    const [lower, middle, upper] = quartiles(ratios(alone, times))
    return [figure(median(times), 1), table.times(middle), `${figure(lower, 2)}–${figure(upper, 2)}`]
  }
  return [figure(median(alone), 1), ...cells(ours), ...other ? cells(other) : []]
}

async function run ({ node, names, other, rounds }) {
  if (node !== undefined) {
    process.exitCode = await runScript('small', [...names, '--rounds', `${rounds}`, ...other ? ['--other', other] : []], await nodeBinary(node))
    return
  }
  const rows = { rendering: [], http: [] }
  for (const name of names) {
    for (const [view, times] of Object.entries(await measure(name, { other, rounds }))) {
      for (const kind of Object.keys(rows)) rows[kind].push([`${name}, ${view}`, ...cellsOf(times[kind])])
    }
  }
  progress.clear()
  const header = (unit) => ['package, view', `alone, ${unit}`, 'ours', 'gain', 'quartiles', ...other ? ['other version', 'gain', 'quartiles'] : []]
  table.print({ title: 'Rendering to bytes', header: header('µs per page'), rows: rows.rendering })
  table.print({ title: '\nExpress 5 over HTTP', header: header('µs per request'), rows: rows.http })
}

runCommand({ USAGE, parseOptions }, run)
