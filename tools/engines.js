'use strict'

// Installs engines, and compares their pages with those of the dialects.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { isDeepStrictEqual } = require('node:util')
const { runCommand } = require('../bench/command')
const { markdown, plain } = require('../bench/table')
const { rangeOf, rowOf, rowsIn, splicedIn, withRows } = require('./engines/document')
const guards = require('./engines/guards')
const { expectSpliced, install, learn, runScript } = require('./engines/learn')
const commandLine = require('./engines/options')
const ranges = require('./engines/ranges')
const { inParallel } = require('../test/support/in-parallel')

const HEADER = ['engine', 'version', 'templates', 'spliced', 'left to the engine', 'not compiled', 'different']
const DOCUMENT = path.join(__dirname, '../docs/engines.md')
const HINT = 'npm run test:engines -- --write writes it'

/** @param {import('./engines/options').Options} options */
async function testEngines ({ engines, learn: isLearnt, write, check, markdown: isMarkdown }) {
  if (isLearnt) return learnAll(engines.length > 0 ? engines : Object.keys(ranges).map((name) => [name, 'latest']))
  const document = fs.readFileSync(DOCUMENT, 'utf8')
  const names = engines.length > 0 ? engines.map(([name]) => name) : Object.keys(ranges)
  const documented = rowsIn(document).filter(([name]) => names.includes(name))
  if (!check && engines.length > 0) return print(await compareAll(engines), isMarkdown)

  const missing = check && names.find((name) => !documented.some(([documentedName]) => documentedName === name))
  if (missing) throw new Error(`docs/engines.md has no row of ${missing}: ${HINT}`)

  const tried = check
    ? documented.map((row) => [row[0], rangeOf(row)])
    : names.flatMap((name) => ranges[name].map(([oldest, newest = 'latest']) => [name, [oldest, newest]]))
  const results = await compareAll(tried.flatMap(([name, versions]) => versions.map((version) => [name, version])))
  print(results, isMarkdown)

  for (const result of results) expectSpliced(result, `lib/dialects/guards must not have ${result.name} ${result.version}`)
  const rows = rowsOf(results)
  if (write) fs.writeFileSync(DOCUMENT, withRows(document, rows))
  const wrong = check && rows.find((row, i) => !isDeepStrictEqual(row, documented[i]))
  if (wrong) throw new Error(`docs/engines.md has another row than ${wrong.join(', ')}: ${HINT}`)
}

/** @returns {Promise<object[]>} the result of each engine and version */
function compareAll (engines) {
  return inFolder(async (folder) => {
    const results = []
    await inParallel(engines.keys(), async (i) => {
      const [name, range] = engines[i]
      results[i] = await compare(name, range, path.join(folder, String(i)))
    })
    return results
  })
}

/** @param {object[]} results of the oldest and the newest version of each range, in turn */
function rowsOf (results) {
  return results.flatMap((newest, i) => i % 2 === 1 ? [rowOf(results[i - 1], newest)] : [])
}

/** Runs a function with a temporary folder. */
async function inFolder (run) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'buffered-render-engines-'))
  try {
    return await run(folder)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

function print (results, isMarkdown) {
  const rows = results.map((result) => {
    const { name, version, templates, failed, left, different } = result
    return [name, version, ...[templates, splicedIn(result), left, failed, different.length].map(String)]
  })
  console.log((isMarkdown ? markdown : plain)({ header: HEADER, rows }))
  for (const { name, version, different } of results) {
    for (const { example, expected, actual } of different) console.log(`\n${name} ${version}, ${example}\n  engine:  ${expected}\n  dialect: ${actual}`)
  }
  if (results.some(({ different }) => different.length > 0)) process.exitCode = 1
}

/** Installs an engine in a folder, and compares it in a process of its own. */
async function compare (name, range, folder) {
  try {
    await install(name, range, folder)
    return await runScript(path.join(__dirname, 'engines/compare.js'), [name, folder])
  } catch (error) {
    throw new Error(`${name}@${range} cannot be compared: ${error.message}`, { cause: error })
  }
}

/** Learns versions one by one, and writes what is known and their rows. */
async function learnAll (engines) {
  for (const [name, range] of engines) {
    const { version, guard, changes } = await inFolder((folder) => learn(name, range, folder))
    guards.write(guard)
    await writeRows(guard)
    console.log(`${name} ${version} is known${changes && `. Its methods with other code than before:\n\n${changes}`}`)
  }
}

/** Writes the rows of an engine into docs/engines.md. */
async function writeRows ({ package: name, versions }) {
  const results = await compareAll(versions.flat().map((version) => [name, version]))
  const rows = rowsOf(results)
  const document = fs.readFileSync(DOCUMENT, 'utf8')
  const before = rowsIn(document)
  const names = guards.all().map((guard) => guard.package)
  const after = names.flatMap((each) => each === name ? rows : before.filter(([other]) => other === each))
  fs.writeFileSync(DOCUMENT, withRows(document, after))
}

runCommand(commandLine, testEngines)
