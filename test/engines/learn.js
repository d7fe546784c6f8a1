'use strict'

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { promisify } = require('node:util')
const dead = require('./dead')
const guards = require('./guards')

const run = promisify(execFile)

const ROOT = path.join(__dirname, '../..')

/** What a copy of the project consists of. */
const PARTS = ['bench', 'bin', 'lib', 'test', 'package.json', 'node_modules']

/** The number of generated templates of each kind. */
const GENERATED = 1000

const ENTRIES = ['require', 'import']

/** The longest output of a program, in bytes. */
const MOST_OUTPUT = 1 << 28

/**
 * Learns a release of an engine: its code becomes known if the dialect, which takes it for known in a copy of the project, gives the
 * pages and the errors of the engine, and if these tests ran each part of each method that is learnt.
 *
 * @param {string} name of the package
 * @param {string} range of versions, of which the newest is learnt
 * @param {string} folder for the engine and the copy, which exists
 * @returns {Promise<{ version: string, guard: import('./guards').Guard, changes: string }>} what is known then, and what a person
 *   reviews: the methods with other code than in the release before
 * @throws {Error} with the pages that differ, or the parts that never ran
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
  for (const entry of functions ? entriesOf(functions) : ['require']) check(await compare(name, engine.folder, { project, entry }), entry)

  const before = guard.code && published.slice(0, published.indexOf(version)).findLast((each) => isIn(guard.versions, each, published))
  const changes = before ? await changesSince(before, { name, functions, folder }) : ''
  return { version, guard: learnt, changes }
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
async function functionsOf (name, folder) {
  const lists = ENTRIES.map((entry) => runScript(path.join(__dirname, 'functions.js'), [name, folder, entry]))
  const [required, imported] = await Promise.all(lists)
  return { require: required.functions, import: imported.functions }
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

function compare (name, folder, { project, entry, isStopped = false }) {
  return runScript(path.join(project, 'test/engines/compare.js'), [name, folder, JSON.stringify({ entry, generated: GENERATED, isLearnt: true, isStopped })])
}

/** @returns {Promise<object>} what a script prints as its last line */
async function runScript (script, args) {
  const { stdout } = await run(process.execPath, [script, ...args], { maxBuffer: MOST_OUTPUT })
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1))
}

/** @throws {Error} if a page differs, most are not spliced, or a part of a method never ran */
function check ({ name, version, templates, left, different, methods }, entry) {
  const what = `${name} ${version} (${entry}) is not learnt`
  if (different.length > 0) {
    const [{ example, expected, actual }] = different
    throw new Error(`${what}: ${different.length} of ${templates} pages differ, first ${example}\n  engine:  ${expected}\n  dialect: ${actual}`)
  }
  if (left > templates / 2) throw new Error(`${what}: the engine renders ${left} of ${templates} templates itself`)
  const parts = methods.flatMap(({ method, missed }) => missed.filter((part) => !isDead(name, method, part)).map((part) => `  ${method}: ${oneLine(part)}`))
  if (parts.length === 0) return
  throw new Error(`${what}: no template ran these parts. Add templates to test/corpus, or the parts to test/engines/dead.js\n${parts.join('\n')}`)
}

function isDead (name, method, part) {
  return Object.values(dead[name] ?? {}).some(({ [method]: parts = [] }) => parts.includes(oneLine(part)))
}

function oneLine (code) {
  return code.replace(/\s+/g, ' ').trim()
}

function isIn (ranges, version, published) {
  const at = (version) => published.indexOf(version)
  return ranges.some(([oldest, newest]) => at(oldest) <= at(version) && at(version) <= at(newest))
}

/** @returns {Promise<string>} the methods with other code than in a version before: their old and new source, compared by lines */
async function changesSince (before, { name, functions, folder }) {
  const old = await functionsOf(name, (await install(name, before, path.join(folder, 'before'))).folder)
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

module.exports = { check, compare, copyProject, functionsOf, install, learn, oneLine, publishedOf, runScript }
