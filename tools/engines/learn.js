'use strict'

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { promisify } = require('node:util')
const changedPages = require('./changed-pages')
const dead = require('./dead')
const guards = require('./guards')

const run = promisify(execFile)

const ROOT = path.join(__dirname, '../..')

/** What a copy of the project consists of. */
const PARTS = ['bench', 'bin', 'lib', 'test', 'tools', 'package.json', 'node_modules']

/** The number of generated templates of each kind. */
const GENERATED = 1000

const ENTRIES = ['require', 'import']

/** The longest output of a program, in bytes. */
const MOST_OUTPUT = 1 << 28

/** Changed pages that are shown. */
const SHOWN = 10

/** Characters of a page that are shown before the first that changed. */
const CONTEXT = 60

/**
 * Learns a release of an engine: its code becomes known if the dialect, which takes it for known in a copy of the project, gives the
 * pages and the errors of the engine, if these are those of the release before, which the same code may give in both, and if these
 * tests ran each part of each method that is learnt.
 *
 * @param {string} name of the package
 * @param {string} range of versions, of which the newest is learnt
 * @param {string} folder for the engine and the copy, which exists
 * @returns {Promise<{ version: string, guard: import('./guards').Guard, changes: string }>} what is known then, and what a person
 *   reviews: the methods with other code than in the release before
 * @throws {Error} with the pages that differ, those that changed, or the parts that never ran
 */
async function learn (name, range, folder) {
  const published = await publishedOf(name)
  const engine = await install(name, range, path.join(folder, 'engine'))
  const { version } = engine
  const guard = guards.read(name)
  const functions = guard.code && await functionsOf(name, engine.folder)
  const learnt = guards.withVersion(guard, { version, published, functions })

  const project = copyProject(path.join(folder, 'project'))
  guards.write(learnt, path.join(project, 'lib/dialects/guards'))
  const entries = functions ? entriesOf(functions) : ['require']
  for (const entry of entries) check(await compare(name, engine.folder, { project, entry }), entry)

  const before = published.slice(0, published.indexOf(version)).findLast((each) => isIn(guard.versions, each, published))
  if (before === undefined) return { version, guard: learnt, changes: '' }
  const known = await install(name, before, path.join(folder, 'before'))
  const isNew = !isIn(guard.versions, version, published)
  if (isNew) for (const entry of entries) await checkPages(name, { engine, known, entry })
  return { version, guard: learnt, changes: functions ? await changesSince(known, { name, functions, folder }) : '' }
}

/** @throws {Error} with the pages of an engine that are others than those of a version that is known, unless changed-pages.js says why */
async function checkPages (name, { engine, known, entry }) {
  const [before, after] = await Promise.all([known, engine].map(({ folder }) => pagesOf(name, folder, { entry, version: engine.version })))
  const changed = changesIn(before, after)
  if (changed.length === 0 || Object.hasOwn(changedPages, `${name}@${engine.version}`)) return
  const shown = changed.slice(0, SHOWN).map(({ example, before, after }) => {
    const start = Math.max(0, before.split('').findIndex((unit, i) => unit !== after[i]) - CONTEXT)
    return `${example}\n  ${known.version}: ${before.slice(start, start + 4 * CONTEXT)}\n  ${engine.version}: ${after.slice(start, start + 4 * CONTEXT)}`
  })
  throw new Error(`${name} ${engine.version} (${entry}) is not learnt: ${changed.length} of ${after.length} pages of the engine are others than those of ${known.version}. If that is meant, say why in tools/engines/changed-pages.js\n${shown.join('\n')}`)
}

/**
 * @param {string} [how.known] a file with pages: the first that differs is the last
 * @returns {Promise<{ example: string, page: string }[]>} the pages and errors of an engine, of the templates of a version
 */
async function pagesOf (name, folder, { entry, version, generated = GENERATED, known, timeout }) {
  const given = JSON.stringify({ entry, version, generated, known })
  const { pages } = await runScript(path.join(__dirname, 'pages.js'), [name, folder, given], timeout)
  return pages
}

/** @returns {{ example: string, before: string, after: string }[]} the pages that differ */
function changesIn (before, after) {
  return after.flatMap(({ example, page }, i) => page === before[i].page ? [] : [{ example, before: before[i].page, after: page }])
}

/** @returns {Promise<string[]>} all versions of a package but previews, in order */
async function publishedOf (name) {
  const { stdout } = await run('npm', ['view', name, 'versions', '--json'])
  return [JSON.parse(stdout)].flat().filter((version) => !version.includes('-'))
}

async function install (name, range, folder) {
  fs.mkdirSync(folder)
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${range}`])
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', name, 'package.json'), 'utf8'))
  return { folder, version }
}

/** @returns {Promise<Record<string, object[]>>} the functions that the dialect compares, by entry */
async function functionsOf (name, folder, entries = ENTRIES) {
  const lists = await Promise.all(entries.map((entry) => runScript(path.join(__dirname, 'functions.js'), [name, folder, entry])))
  return Object.fromEntries(entries.map((entry, i) => [entry, lists[i].functions]))
}

/** @returns {string[]} the entries with code of their own */
function entriesOf (functions) {
  const digests = ENTRIES.map((entry) => JSON.stringify(functions[entry].map(({ owner, method, digest }) => [owner, method, digest]).sort()))
  return ENTRIES.filter((entry, i) => digests.indexOf(digests[i]) === i)
}

function copyProject (folder) {
  fs.mkdirSync(folder)
  const isCopied = (file) => !/[/\\](?:node_modules|results)$/.test(file)
  for (const part of PARTS) {
    if (part === 'node_modules') fs.symlinkSync(fs.realpathSync(path.join(ROOT, part)), path.join(folder, part))
    else fs.cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true, filter: isCopied })
  }
  return folder
}

function compare (name, folder, { project, entry, isStopped = false, timeout }) {
  const given = JSON.stringify({ entry, generated: GENERATED, isLearnt: true, isStopped })
  return runScript(path.join(project, 'tools/engines/compare.js'), [name, folder, given], timeout)
}

/**
 * @param {number} [timeout] milliseconds, by default as long as it takes
 * @returns {Promise<object>} what a script prints as its last line
 */
async function runScript (script, args, timeout) {
  const { stdout } = await run(process.execPath, [script, ...args], { maxBuffer: MOST_OUTPUT, timeout })
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1))
}

/** @throws {Error} if a page differs, most are not spliced, or a part of a method never ran */
function check (result, entry) {
  const { name, version, methods } = result
  const what = `${name} ${version} (${entry}) is not learnt`
  expectSpliced(result, what)
  const parts = methods.flatMap(({ method, missed }) => missed.filter(({ code }) => !reasonIn(dead[name], method, code)).map(({ code }) => `  ${method}: ${oneLine(code)}`))
  if (parts.length === 0) return
  throw new Error(`${what}: no template ran these parts. Add templates to test/corpus, or the parts to tools/engines/dead.js\n${parts.join('\n')}`)
}

/** @throws {Error} if a page differs, or the engine renders most templates, or compiles few */
function expectSpliced ({ templates, failed, left, different }, what) {
  if (different.length > 0) {
    const [{ example, expected, actual }] = different
    throw new Error(`${what}: ${different.length} of ${templates} pages differ, first ${example}\n  engine:  ${expected}\n  dialect: ${actual}`)
  }
  if (left > templates / 2) throw new Error(`${what}: the engine renders ${left} of ${templates} templates itself`)
  if (failed > templates / 2) throw new Error(`${what}: the engine does not compile ${failed} of ${templates} templates`)
}

/** @returns {string | undefined} why a part of a method is listed, see dead.js */
function reasonIn (reasons = {}, method, part) {
  return Object.keys(reasons).find((why) => reasons[why][method]?.includes(oneLine(part)))
}

function oneLine (code) {
  return code.replace(/\s+/g, ' ').trim()
}

function isIn (ranges, version, published) {
  const at = (version) => published.indexOf(version)
  return ranges.some(([oldest, newest]) => at(oldest) <= at(version) && at(version) <= at(newest))
}

/** @returns {Promise<string>} the methods with other code than in a version before: their old and new source, compared by lines */
async function changesSince (known, { name, functions, folder }) {
  const old = await functionsOf(name, known.folder)
  const changes = []
  for (const entry of entriesOf(functions)) {
    for (const { owner, method, digest, source } of functions[entry]) {
      const known = old[entry].find((each) => each.owner === owner && each.method === method)
      if (known?.digest === digest) continue
      changes.push(`${owner}.${method} (${entry})\n${await difference(known?.source ?? '', source, folder)}`)
    }
  }
  return changes.join('\n')
}

/** @returns {Promise<string>} the lines that differ */
async function difference (before, after, folder) {
  const files = [before, after].map((text, i) => {
    const file = path.join(folder, `source-${i}`)
    fs.writeFileSync(file, `${text}\n`)
    return file
  })
  // The exit code of `diff` is 1 if files differ.
  const { stdout } = await run('diff', ['-u', ...files]).catch((error) => error)
  return stdout.split('\n').slice(2).join('\n')
}

module.exports = { changesIn, check, compare, copyProject, expectSpliced, functionsOf, install, learn, oneLine, pagesOf, publishedOf, reasonIn, runScript }
