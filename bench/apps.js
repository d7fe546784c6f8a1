'use strict'

// Measures applications as their authors publish them: stock, and with the line of this library. Each request is for a
// new page: the memo is off, since the pages that nobody has logged in for are the same for all.

const path = require('node:path')
const { setTimeout: wait } = require('node:timers/promises')
const { Child } = require('../bin/measure/child')
const progress = require('../bin/measure/progress')
const { decode } = require('../test/support/decode')
const { freePort } = require('../test/support/free-port')
const { codingOf, get } = require('./answer')
const { install, pack } = require('./apps/install')
const apps = require('./apps/list')
const { pagesOf, summarizeApps } = require('./apps/summary')
const { loadInPairs } = require('./children')
const { checkNames, parseLine, runCommand } = require('./command')
const { difference } = require('./difference')
const { withFolder } = require('./folder')
const { BROWSER } = require('./headers')
const { mapValues } = require('./map-values')
const { CONNECTIONS } = require('./measure')
const { expectQuiet } = require('./noise')
const { groupsOf, inProcesses } = require('./pairs')
const { save } = require('./results')
const table = require('./table')

const NAMES = Object.keys(apps)
const COUNTS = { pairs: 40 }

const USAGE = `Usage: npm run bench:compare apps -- [options] [apps]

  apps             ${NAMES.join(', ')} (default: all). They are cloned or generated, and installed, in \
the folder for temporary files
  --from <folder>  the folder or address of the repositories, as OWNER/NAME (default: https://github.com)
  --pairs <n>      pairs of turns to measure, after a warm-up (default: ${COUNTS.pairs})
  --out <file>     file for the results, such as bench/results/apps.json
  --help           print this help`

/** Seconds to wait for an app that starts. */
const PATIENCE = 30
/** Pages that are compared in each way. */
const SAMPLES = 200

/** Options of this library, by server. @type {Record<string, object | undefined>} */
const OPTIONS = { alone: undefined, ours: { memo: false }, encoded: { memo: false, compress: true } }
/** Who is compared with the stock app, and by which requests. */
const WAYS = {
  plain: { server: 'ours', headers: {} },
  browser: { server: 'ours', headers: BROWSER },
  encoded: { server: 'encoded', headers: BROWSER }
}

/**
 * @typedef {{ bytes: number, coding: string }} Answered the first page
 * @typedef {{ way: string, alone: Answered, ours: Answered, groups: import('./pairs').Groups }} Way with microseconds of CPU time of a request
 * @typedef {{ name: string, title: string, license: string, repository?: string, commit?: string, compared: number, ways: Way[] }} Measured
 *   `compared`: pages that were equal
 */

function parseOptions (args) {
  const texts = { from: 'https://github.com', out: undefined }
  const { values, positionals } = parseLine(args, { allowPositionals: true, counts: COUNTS, texts })
  checkNames(positionals, NAMES, 'The apps are')
  return { ...values, names: positionals.length > 0 ? positionals : NAMES }
}

/**
 * @param {import('./apps/list').App & { name: string }} app that is installed in a folder
 * @returns {Promise<Measured>}
 * @throws {Error} if an app does not answer, or a page differs
 */
async function measureApp ({ name, title, license, repository, commit, main, env, hasCompression = false }, folder, { pairs }) {
  const ways = Object.entries(WAYS).filter(([way]) => way !== 'encoded' || hasCompression)
    .map(([way, how]) => ({ way, ...how, groups: groupsOf(['alone', 'ours']) }))
  await inProcesses(pairs, async (some) => {
    const load = new Child('bench/load.js')
    const running = {}
    try {
      for (const server of new Set(['alone', ...ways.map(({ server }) => server)])) {
        running[server] = await start(folder, main, { ...env, ...OPTIONS[server] && { BENCH_OPTIONS: JSON.stringify(OPTIONS[server]) } })
      }
      for (const way of ways) await measureWay(way, running, { title: `${name}, ${way.way}`, load, pairs: some })
    } finally {
      for (const child of [load, ...Object.values(running).map(({ server }) => server)]) child.kill()
    }
  })
  return { name, title, license, repository, commit, compared: SAMPLES * ways.length, ways: ways.map(({ way, first, groups }) => ({ way, ...first, groups })) }
}

/** Adds pairs to a way, and the first page. */
async function measureWay (way, running, how) {
  progress.show(`${how.title}: comparing pages`)
  const sides = { alone: running.alone, ours: running[way.server] }
  const headers = { Accept: 'text/html', ...way.headers }
  way.first = await comparePages(sides, headers)
  await loadInPairs(way.groups, mapValues(sides, (side) => ({ ...side, headers, status: 200, connections: CONNECTIONS })), how)
}

/** @returns {Promise<{ server: Child, port: number }>} an app that answers */
async function start (folder, main, env) {
  const port = await freePort()
  const server = new Child('bench/apps/process.js', [folder, main, JSON.stringify({ ...env, PORT: `${port}` })])
  for (const end = performance.now() + PATIENCE * 1000; ; await wait(100)) {
    const { status } = await get(port, '/', {}).catch(() => ({}))
    if (status === 200) return { server, port }
    if (performance.now() < end) continue
    server.kill()
    throw new Error(`${folder} does not answer within ${PATIENCE} s; its last status is ${status}`)
  }
}

/**
 * @param {Record<'alone' | 'ours', { port: number }>} sides
 * @returns {Promise<{ alone: object, ours: object }>} bytes and coding of the first page
 * @throws {Error} with the first difference
 */
async function comparePages (sides, headers) {
  let first
  for (let n = 1; n <= SAMPLES; n++) {
    const [alone, ours] = await Promise.all([sides.alone, sides.ours].map(({ port }) => get(port, `/?n=${n}`, headers)))
    const heads = [alone, ours].map(({ status, headers }) => `${status}, ${headers['content-type']}`)
    if (heads[0] !== heads[1]) throw new Error(`Page ${n} with this library has ${heads[1]}, expected ${heads[0]}`)
    const found = difference(decode(ours), decode(alone))
    if (found !== undefined) throw new Error(`Page ${n} with this library ${found}`)
    first ??= mapValues({ alone, ours }, (answer) => ({ bytes: answer.body.length, coding: codingOf(answer) }))
  }
  return first
}

async function run ({ names, from, pairs, out }) {
  const measured = []
  await withFolder(async (folder) => {
    const tarball = await pack(folder)
    for (const name of names) {
      progress.show(`${name}: installing`)
      const where = path.join(folder, name)
      await install(apps[name], { folder: where, tarball, from: from.includes('://') ? from : path.resolve(from) })
      measured.push(await measureApp({ name, ...apps[name] }, where, { pairs }))
    }
  })
  progress.clear()
  table.print(summarizeApps(measured))
  if (out === undefined) return
  expectQuiet(pagesOf(measured), () => `npm run bench:compare apps -- --out ${out}`)
  save(out, { options: { pairs }, apps: measured })
}

if (require.main === module) runCommand({ USAGE, parseOptions }, run)

module.exports = { measureApp }
