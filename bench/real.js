'use strict'

// Measures the views of projects, by CPU time to bytes, by their engines and by this library, and those that gain least also over HTTP.
// The locals of a view are what the engine reads from it. Views that the engine does not render with them are not measured.

const { execFileSync } = require('node:child_process')
const path = require('node:path')
const progress = require('../bin/measure/progress')
const { byName } = require('../lib/dialects')
const { filesBelow } = require('../lib/util/files')
const { createRenderer } = require('..')
const { get } = require('./answer')
const { loadInPairs, withServers } = require('./children')
const { parseLine, runCommand } = require('./command')
const { rotate } = require('./interleave')
const languages = require('./languages')
const { calledIn } = require('./languages/files')
const { mapValues } = require('./map-values')
const { CONNECTIONS } = require('./measure')
const { groupsOf, inProcesses } = require('./pairs')
const projects = require('./real/projects.json')
const { record, textFor } = require('./real/recorder')
const { slowestOf, summarizeProjects, summarizeSlowest } = require('./real/summary')
const { save } = require('./results')
const { time } = require('./stopwatch')
const table = require('./table')

const COUNTS = { rounds: 21 }
const USAGE = `Usage: npm run bench:compare real -- --projects <folder> [options]

  --projects <folder>  the projects of bench/real/projects.json, see below
  --rounds <n>         batches of each view, the fastest of which counts (default: ${COUNTS.rounds})
  --out <file>         file for the results, such as bench/results/real.json
  --help               print this help

Clone each project, and check out its commit:
  git clone https://github.com/OWNER/NAME folder/OWNER/NAME
  git -C folder/OWNER/NAME checkout COMMIT`

/** Milliseconds of CPU time for each batch, and to warm up. */
const BATCH = 3
const WARM_UP = 60
/** Pairs of turns of requests. */
const PAIRS = 40

/**
 * @param {string} [only] the only view to take
 * @returns {(object | undefined)[]} each view that the engine renders to text, with each way to render it
 */
function viewsOf ({ language, roots, extension = byName(language).extensions[0] }, only) {
  const files = filesBelow(roots[0]).filter((file) => file.endsWith(extension))
  const setup = languages[language].projectEngine(roots, files)
  // With the same instance, ours would call the partials that Handlebars has compiled and kept there.
  const own = languages[language].projectEngine(roots, files)
  const options = { views: roots, extension, engines: { [extension]: own.instance }, engineOptions: own.options, cache: true }
  const { folderViews } = createRenderer(options)
  const names = [...calledIn(files, /([A-Za-z_$][\w$]*)/g)]
  return (only === undefined ? files : [path.join(roots[0], only)]).map((file) => {
    const { engine, data, text } = renderedBy(setup, file, names)
    // Templates can return values for others: they are no views.
    if (typeof text !== 'string') return undefined
    const view = path.relative(roots[0], file)
    const page = folderViews.render(view, { ...data })
    if (page.toString() !== text || !page.toBuffer().equals(Buffer.from(text))) throw new Error(`${file}: other bytes than by the engine`)
    const template = folderViews.existing(view).load()
    const ways = {
      engine: () => Buffer.from(engine({ ...data })),
      ours: () => template.render({ ...data }).toBuffer(),
      named: () => folderViews.render(view, { ...data }).toBuffer()
    }
    return { view, bytes: Buffer.byteLength(text), data, render: engine, setUp: setup.setUp, options, ways }
  })
}

/** @returns {{ engine?: (locals: object) => unknown, data?: object, text?: unknown }} nothing if the engine fails */
function renderedBy (setup, file, names) {
  try {
    const engine = setup.prepare(file)
    const data = dataFor(engine, setup, names)
    return { engine, data, text: engine({ ...data }) }
  } catch {
    return {}
  }
}

/** @returns {object} plain data for what the engine reads */
function dataFor (engine, { isCallable, own = [] }, names) {
  const isLocal = (name) => !own.includes(name) && !/^__\w/.test(name) && !(name in globalThis)
  const { locals, data } = record(isCallable, names.filter(isLocal))
  errorOf(() => engine(locals))
  const plain = data()
  for (;;) {
    const error = errorOf(() => engine({ ...plain }))
    const name = /^(?:.*\n)*\s*(?:ReferenceError: )?([\w$]+) is not defined$/.exec(error?.message.trim())?.[1]
    if (name === undefined || Object.hasOwn(plain, name)) return plain
    plain[name] = textFor(name)
  }
}

/** @returns {unknown} the error of a call, if it throws */
function errorOf (call) {
  try {
    call()
  } catch (error) {
    return error
  }
}

/** @returns {Promise<{ view: string, bytes: number, engine: number, ours: number, named: number }>} microseconds of each way */
async function measure ({ view, bytes, ways }, rounds) {
  const names = Object.keys(ways)
  for (const name of names) await time(ways[name], WARM_UP)
  // The least of many short batches: whatever else the machine runs only adds to them.
  const least = Object.fromEntries(names.map((name) => [name, Infinity]))
  for (let i = 0; i < rounds; i++) {
    for (const name of rotate(names, i)) least[name] = Math.min(least[name], await time(ways[name], BATCH))
  }
  return { view, bytes, ...mapValues(least, (nanoseconds) => Number((nanoseconds / 1000).toFixed(3))) }
}

async function measureProject ({ roots, extension, ...project }, rounds) {
  const all = viewsOf({ ...project, roots, extension })
  const rendered = all.filter((view) => view !== undefined)
  progress.show(`${project.name}: ${rendered.length} views`)
  const views = []
  for (const view of rendered) views.push(await measure(view, rounds))
  return { ...project, notRendered: all.length - rendered.length, views }
}

/**
 * @returns {Promise<{ engine: number[], ours: number[] }>} microseconds of CPU time per request, by pair
 * @throws {Error} if the pages differ
 */
async function measureRequests ({ project, view }) {
  const sides = ['engine', 'ours']
  const scripts = sides.map((side) => [side, { file: 'bench/real/server.js', args: [JSON.stringify(project), view, side] }])
  const groups = groupsOf(sides)
  const title = `${project.name}, ${view}`
  await inProcesses(PAIRS, (pairs) => withServers(Object.fromEntries(scripts), async (load, children) => {
    const pages = await Promise.all(sides.map(async (side) => (await get(children[side].port, '/', {})).body))
    if (!pages[0].equals(pages[1])) throw new Error(`${title}: another response than by the engine`)
    const asked = mapValues(children, (child) => ({ ...child, headers: {}, status: 200, connections: CONNECTIONS }))
    await loadInPairs(groups, asked, { title, load, pairs })
  }))
  return groups[0]
}

async function run ({ rounds, out, projects: folder }) {
  const given = clonedIn(folder)
  const measured = []
  for (const project of given) measured.push(await measureProject(project, rounds))
  for (const { project, view } of slowestOf(measured)) view.requests = await measureRequests({ project: given.find(({ name }) => name === project), view: view.view })
  progress.clear()
  table.print(summarizeProjects(measured))
  console.log()
  table.print(summarizeSlowest(measured))
  if (out !== undefined) save(out, { options: { rounds }, projects: measured })
}

function parseOptions (args) {
  const { values } = parseLine(args, { counts: COUNTS, texts: { projects: undefined, out: undefined } })
  if (values.projects === undefined && !values.help) throw new TypeError('Name the folder of the projects')
  return values
}

/** @returns {object[]} the projects of the list, with the commits that are checked out */
function clonedIn (folder) {
  return projects.map(({ folders, ...project }) => {
    const root = path.resolve(folder, project.name)
    const commit = execFileSync('git', ['-C', root, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
    return { ...project, commit, roots: folders.map((folder) => path.join(root, folder)) }
  })
}

if (require.main === module) runCommand({ USAGE, parseOptions }, run)

module.exports = { measureProject, viewsOf }
