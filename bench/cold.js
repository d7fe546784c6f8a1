'use strict'

// Measures what a new process takes: to load Express, then this library and its middleware; then the first renders, which read and
// compile a view: that of a 10 KB article, then that of a listing, by each engine, by its dialect, and by the dialect after `precompile`;
// then the first request, of the article, and the first ten, to an app with the packed tarball, at once and after the library has loaded
// what the app needs; then what such an app has taken two seconds after its start, without a request; then what it takes from its start to
// the end of its first response, as in a serverless app. With the folder of another version of the project, most is measured for that as
// well. Each measurement is a process of its own.

const { execFileSync } = require('node:child_process')
const path = require('node:path')
const progress = require('../bin/measure/progress')
const { dialects } = require('../lib/dialects')
const { createApp } = require('./cold/app-folder')
const { LANGUAGES } = require('./cold/express-app')
const { summarizeCold, summarizeIdle, summarizeLoading, summarizeParts, summarizeRequests, summarizeStarts } = require('./cold/summary')
const { checkNames, parseLine, parseOnly, runCommand } = require('./command')
const { withFolder } = require('./folder')
const { interleave } = require('./interleave')
const { majorOf, nodeBinary } = require('./node-versions')
const { dialectPages } = require('./pages')
const { save } = require('./results')
const table = require('./table')

const COUNTS = { rounds: 15 }

/** What can be measured. */
const GROUPS = ['loading', 'renders', 'requests', 'idle', 'starts']

const USAGE = `Usage: npm run bench:compare cold -- [options]

  --rounds <n>      processes of each kind (default: ${COUNTS.rounds})
  --only <list>     ${GROUPS.join(', ')} (default: all)
  --languages <l>   of requests and idle apps: ${LANGUAGES.join(', ')} (default: all)
  --node <list>     versions of Node for requests and idle apps, such as 20,24 (default: ${majorOf(process.version)})
  --other <folder>  another version of the project, with its dependencies, which is measured as well
  --out <file>      file for the first renders, such as bench/results/cold.json
  --requests <f>    file for the first requests, such as bench/results/first-requests.json
  --help            print this help`

const ROOT = path.join(__dirname, '..')

/** @returns {object} what a script in `cold/` prints in a process of its own */
function printedBy (script, args, { node = process.execPath, cwd, env: more } = {}) {
  const { JEST_WORKER_ID, ...env } = process.env
  return JSON.parse(execFileSync(node, [path.join(__dirname, 'cold', script), ...args], { cwd, encoding: 'utf8', env: { ...env, NODE_ENV: 'production', ...more } }))
}

/**
 * @param {string} [other] folder of another version of the project
 * @returns {Promise<Record<string, { milliseconds: number, files?: number, longest?: number }[]>>} for Express, ours and the other, by round
 */
function measureLoading (other, rounds) {
  const processes = { Express: [], ours: [ROOT], ...other && { other: [other] } }
  return interleave(Object.keys(processes), { title: 'loading', rounds, takeTurn: (name) => printedBy('loading.js', processes[name]) })
}

/**
 * @returns {Promise<Record<string, number[][]>>} milliseconds of CPU time up to the end of each page, by round: by the engine, by ours,
 *   by ours after `precompile`, and by another version
 */
function measureFirstRenders (language, other, rounds) {
  const ours = `buffered-render, ${language}`
  const processes = { engine: [language, ROOT], ours: [ours, ROOT], precompiled: [ours, ROOT, 'precompiled'], ...other && { other: [ours, other] } }
  return interleave(Object.keys(processes), { title: language, rounds, takeTurn: (name) => printedBy('first-renders.js', processes[name]) })
}

const { article } = dialectPages

/** @returns {object} an app of a language, see `express-app.js` */
const appOf = (language) => ({ language, view: article.view, locals: article.data(1) })

/**
 * Measures the first requests to apps with one version of the project, and another one.
 *
 * @returns {Promise<Record<string, { milliseconds: number, ten: number, parts?: Record<string, number> }[]>>} by round: of Express alone,
 *   and with each version at once, after loading ahead, and both with their parts
 */
async function measureFirstRequests (language, [own, other], rounds, version) {
  const node = await nodeBinary(version)
  const kinds = {
    Express: [own, {}],
    'at once': [own, { isSpliced: true }],
    'loaded ahead': [own, { isSpliced: true, waits: true }],
    'parts at once': [own, { isSpliced: true, isProfiled: true }],
    'parts loaded ahead': [own, { isSpliced: true, waits: true, isProfiled: true }],
    ...other && { 'other at once': [other, { isSpliced: true }], 'other loaded ahead': [other, { isSpliced: true, waits: true }] }
  }
  return interleave(Object.keys(kinds), {
    title: `first request, Node ${version}, ${language}`,
    rounds,
    takeTurn (name) {
      const [cwd, how] = kinds[name]
      return printedBy('first-request.js', [JSON.stringify({ ...appOf(language), ...how })], { node, cwd })
    }
  })
}

/** @returns {Promise<Record<string, { milliseconds: number, files: number }[]>>} by round: of Express alone, and with each version */
async function measureIdle (language, [own, other], rounds, version) {
  const node = await nodeBinary(version)
  const kinds = { Express: [own, false], ours: [own, true], ...other && { other: [other, true] } }
  return interleave(Object.keys(kinds), {
    title: `idle, Node ${version}, ${language}`,
    rounds,
    takeTurn (name) {
      const [cwd, isSpliced] = kinds[name]
      return printedBy('idle.js', [JSON.stringify({ ...appOf(language), isSpliced })], { node, cwd })
    }
  })
}

/** @returns {Promise<Record<string, { start: number, milliseconds: number }[]>>} by round: of Express alone, and of apps with this library */
async function measureStarts (language, [cwd], rounds, version) {
  const node = await nodeBinary(version)
  const isSpliced = true
  const kinds = {
    Express: [{}],
    ours: [{ isSpliced }],
    precompiled: [{ isSpliced, precompiles: true }],
    off: [{ isSpliced }, { BUFFERED_RENDER: 'off' }],
    check: [{ isSpliced }, { BUFFERED_RENDER: 'check' }]
  }
  const cached = Object.entries(kinds).slice(0, 3).map(([name, [how]]) => [`${name}, NODE_COMPILE_CACHE`, [how, { NODE_COMPILE_CACHE: path.join(cwd, 'cache') }]])
  const all = { ...kinds, ...Object.fromEntries(cached) }
  return interleave(Object.keys(all), {
    title: `starts, Node ${version}, ${language}`,
    rounds,
    takeTurn (name) {
      const [how, env] = all[name]
      return printedBy('first-request.js', [JSON.stringify({ ...appOf(language), ...how })], { node, cwd, env })
    }
  })
}

/** @returns {Promise<Record<string, Record<string, object>>>} what is measured of apps, by version of Node and language */
function measureApps (measure, { other, rounds, node, languages }) {
  return withFolder(async (folder) => {
    const measured = Object.fromEntries(node.map((version) => [version, {}]))
    for (const language of languages) {
      const [views] = article.foldersOf(language)
      const apps = []
      for (const root of other === undefined ? [ROOT] : [ROOT, other]) apps.push(await createApp(root, path.join(folder, `${language}-${apps.length}`), views))
      for (const version of node) measured[version][language] = await measure(language, apps, rounds, version)
    }
    progress.clear()
    return measured
  })
}

async function run ({ rounds, only, other, out, requests, ...options }) {
  if (only.includes('loading')) table.print(summarizeLoading(await measureLoading(other, rounds)))
  if (only.includes('renders')) {
    const measured = {}
    for (const { name } of dialects) measured[name] = await measureFirstRenders(name, other, rounds)
    progress.clear()
    table.print(summarizeCold(measured))
    if (out !== undefined) save(out, { options: { rounds }, languages: measured })
  }
  if (only.includes('requests')) {
    const measured = await measureApps(measureFirstRequests, { other, rounds, ...options })
    for (const summarize of [summarizeRequests, summarizeParts]) table.print(summarize(measured))
    if (requests !== undefined) save(requests, { options: { rounds }, versions: measured })
  }
  if (only.includes('idle')) table.print(summarizeIdle(await measureApps(measureIdle, { other, rounds, ...options })))
  if (only.includes('starts')) table.print(summarizeStarts(await measureApps(measureStarts, { rounds, ...options })))
}

function parseOptions (args) {
  const { values } = parseLine(args, { counts: COUNTS, texts: { only: GROUPS.join(','), languages: LANGUAGES.join(','), node: majorOf(process.version), other: undefined, out: undefined, requests: undefined } })
  const other = values.other && path.resolve(values.other)
  const languages = values.languages.split(',')
  checkNames(languages, LANGUAGES, '--languages takes')
  return { ...values, other, only: parseOnly(values.only, GROUPS), languages, node: values.node.split(',') }
}

if (require.main === module) runCommand({ USAGE, parseOptions }, run)

module.exports = { measureApps, measureFirstRenders, measureFirstRequests, measureIdle, measureLoading, measureStarts }
