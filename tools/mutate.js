'use strict'

// Mutates the core of lib/ by Stryker, which it installs in the folder for temporary files, and reports the mutants that no test detects.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const { parseArgs } = require('node:util')
const { runCommand } = require('../bench/command')

const root = path.join(__dirname, '..')
const jestConfig = require('../jest.config')
const testEnvironment = require.resolve('../test/support/first-failure')

const HELP = `
npm run test:mutate                               all files of the core (takes hours)
npm run test:mutate -- lib/response/memo.js       these files only
npm run test:mutate -- lib/response/memo.js:40-60   these lines only
  --tests 'test/{response,frameworks}/*.test.js'  run these tests, instead of the tests for the file
  --concurrency 2                                 number of processes (default: 1)
  --help
`

/** The core, most important files first: everything except the dialects, which read generated code. */
const CORE = [
  ...filesIn('lib/page'),
  ...filesIn('lib/streaming'),
  ...['html', 'renderer', 'load-ahead', 'options'].map((name) => `lib/${name}.js`),
  ...filesIn('lib/views'),
  ...filesIn('lib/modes'),
  ...filesIn('lib/util'),
  ...filesIn('lib/fragments'),
  ...filesIn('lib/response'),
  ...['blocks', 'gzip'].map((name) => `lib/codings/gzip/${name}.js`),
  ...filesIn('lib/frameworks')
]

/** The tests for a file, unless they are only in the test file of the same name. */
const TESTS = {
  'lib/page/rendered.js': ['page/rendered', 'page/composition', 'fragments/file', 'response/large-representation', 'frameworks/streaming-too-long'],
  'lib/page/encoded-text.js': ['page/rendered', 'page/composition'],
  'lib/util/files.js': ['fragments/file', 'views/view-files'],
  'lib/page/async-chunk.js': ['page/async-chunk', 'page/pending-rendered', 'html', 'streaming/streaming-render', 'frameworks/streaming-errors', 'frameworks/streaming-aborts'],
  'lib/page/splicer.js': ['page/splicer', 'streaming/streaming-render', 'html', 'dialects/streaming'],
  'lib/page/static-fragment.js': ['page/static-fragment', 'page/deflated', 'fragments/file', 'html', 'bin/languages/ejs'],
  'lib/views/template.js': ['streaming/streaming-render', 'renderer', 'dialects/streaming'],
  'lib/streaming/streaming-splicer.js': ['streaming/streaming-render', 'frameworks/streaming-views', 'dialects/streaming'],
  'lib/streaming/streaming-render.js': ['streaming/streaming-render', 'frameworks/streaming'],
  'lib/streaming/chunk-reader.js': ['streaming/streaming-render', 'frameworks/streaming'],
  'lib/streaming/error-reports.js': ['streaming/streaming-render', 'streaming/on-error-timeout', 'frameworks/streaming-errors'],
  'lib/streaming/await-locals.js': ['dialects/streaming', 'frameworks/streaming-left-to-express'],
  'lib/renderer.js': ['renderer', 'frameworks/diagnostics', 'frameworks/streaming-views', 'frameworks/versions'],
  'lib/views/view-settings.js': ['renderer'],
  'lib/views/folder-views.js': ['renderer', 'views/view-files'],
  'lib/views/view-source.js': ['views/full-cache', 'views/precompile'],
  'lib/modes/checked-view.js': ['modes/express', 'modes/without-express'],
  'lib/modes/checks.js': ['modes/process', 'modes/express', 'modes/without-express'],
  'lib/modes/by-engine-of.js': ['modes/languages', 'modes/without-express'],
  'lib/modes/off-view.js': ['modes/express', 'modes/without-express'],
  'lib/load-ahead.js': ['loading'],
  'lib/views/template-loader.js': ['renderer', 'frameworks/express-apps'],
  'lib/options.js': ['options', 'fragments/file', 'renderer'],
  'lib/codings/gzip/gzip.js': ['codings/gzip/gzip', 'codings/gzip/gzip-stream'],
  'lib/util/natives.js': ['frameworks/fake-timers', 'fragments/cached', 'streaming/on-error-timeout'],
  'lib/response/page-stream.js': ['response/page-stream', 'response/kept-bodies', 'response/streamer', 'frameworks/streaming', 'frameworks/closed-files', 'frameworks/failed-heads'],
  'lib/response/streamer.js': ['response/streamer', 'frameworks/streaming', 'frameworks/unsent-pages'],
  'lib/response/respond.js': ['response/page', 'response/representation', 'response/headers', 'response/recompression', 'response/kept-bodies', 'response/large-representation', 'response/write-body', 'frameworks/compression', 'frameworks/breach', 'frameworks/diagnostics', 'frameworks/files'],
  'lib/response/end.js': ['response/write-body', 'response/shared-memory'],
  'lib/response/entity-tag.js': ['response/entity-tag', 'response/page', 'response/large-representation'],
  'lib/response/disconnect.js': ['response/disconnect', 'frameworks/unsent-pages', 'frameworks/closed-files'],
  'lib/response/headers.js': ['response/headers', 'response/page', 'response/large-representation', 'frameworks/koa-replaced'],
  'lib/frameworks/callback-moment.js': ['frameworks/timing', 'frameworks/versions'],
  'lib/frameworks/express-methods.js': ['frameworks/patches', 'frameworks/express'],
  'lib/frameworks/express.js': ['frameworks/express', 'frameworks/patches', 'frameworks/streaming', 'frameworks/versions'],
  'lib/frameworks/express-render.js': ['frameworks/express', 'frameworks/patches', 'frameworks/streaming', 'frameworks/versions'],
  'lib/frameworks/express-send.js': ['frameworks/express', 'frameworks/patches', 'frameworks/streaming'],
  'lib/frameworks/express-engines.js': ['frameworks/express'],
  'lib/frameworks/express-lookup.js': ['frameworks/express', 'frameworks/express-lookup', 'frameworks/express-cached-views'],
  'lib/frameworks/express-views.js': ['frameworks/express'],
  'lib/frameworks/streamed-locals.js': ['frameworks/streaming', 'frameworks/streaming-left-to-express'],
  'lib/frameworks/koa.js': ['frameworks/koa', 'frameworks/streaming', 'frameworks/versions'],
  'lib/frameworks/koa-body.js': ['frameworks/koa', 'frameworks/streaming', 'frameworks/versions'],
  'lib/frameworks/koa-stream.js': ['frameworks/koa', 'frameworks/streaming']
}

const STRYKER = '9.6.1'
const STRYKER_FOLDER = path.join(os.tmpdir(), `buffered-render-stryker-${STRYKER}`)

/** Milliseconds: with many mutants, a test never ends. */
const TEST_TIMEOUT = 10_000

/** Statuses of mutants; all others say nothing about the tests. */
const KILLED = ['Killed', 'Timeout']
const SURVIVED = ['Survived', 'NoCoverage']

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn (folder) {
  return fs.readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`)
}

/**
 * @param {string} file of `lib/`
 * @returns {string[]} globs of its tests
 */
function testsOf (file) {
  if (!TESTS[file]) return [`<rootDir>/${file.replace('lib/', 'test/').replace('.js', '.test.js')}`]
  return TESTS[file].map((name) => `<rootDir>/test/${name}${name.startsWith('frameworks') ? '*' : ''}.test.js`)
}

/** @returns {string} the path of a package of Stryker, whose peer is the project's own Jest */
function strykerPackage (name) {
  const folder = path.join(STRYKER_FOLDER, 'node_modules/@stryker-mutator', name)
  if (!fs.existsSync(folder)) {
    const packages = ['core', 'jest-runner'].map((each) => `@stryker-mutator/${each}@${STRYKER}`)
    fs.mkdirSync(STRYKER_FOLDER, { recursive: true })
    execFileSync('npm', ['install', '--prefix', STRYKER_FOLDER, '--no-audit', '--no-fund', '--legacy-peer-deps', ...packages], { stdio: 'inherit' })
  }
  return folder
}

/**
 * @param {string} place file, with optional lines
 * @param {string} file of `lib/`
 * @param {{ tests?: string, concurrency: string }} how
 * @returns {Promise<import('@stryker-mutator/api/core').MutantResult[]>}
 * @throws {Error} if the tests fail without a mutant
 */
async function mutate (place, file, { tests, concurrency }) {
  const { Stryker } = await import(pathToFileURL(path.join(strykerPackage('core'), 'dist/src/index.js')))
  const testMatch = tests ? [`<rootDir>/${tests}`] : testsOf(file)
  return new Stryker({
    mutate: [place],
    testRunner: 'jest',
    plugins: [path.join(strykerPackage('jest-runner'), 'dist/src/index.js')],
    jest: { projectType: 'custom', config: { ...jestConfig, reporters: [], testPathIgnorePatterns: ['/node_modules/'], testMatch, testEnvironment, testTimeout: TEST_TIMEOUT }, enableFindRelatedTests: false },
    coverageAnalysis: 'perTest',
    concurrency: Number(concurrency),
    tempDirName: path.join(os.tmpdir(), 'buffered-render-mutate'),
    cleanTempDir: 'always',
    disableTypeChecks: false,
    reporters: [],
    logLevel: 'error'
  }).runMutationTest()
}

/**
 * @param {import('@stryker-mutator/api/core').MutantResult} mutant
 * @param {string} file
 * @param {string} source of the file
 * @returns {string} position, original and replacement
 */
function described ({ location: { start, end }, replacement, status }, file, source) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines.push(lines.pop().slice(0, end.column - 1))
  const original = [lines[0].slice(start.column - 1), ...lines.slice(1)].join('\n')
  const [before, after] = [original, replacement].map((text) => text.replace(/\s+/g, ' '))
  const note = status === 'NoCoverage' ? '  (not covered)' : ''
  return `  ${file}:${start.line}:${start.column}  ${before}  →  ${after}${note}`
}

/**
 * @param {string} file
 * @param {import('@stryker-mutator/api/core').MutantResult[]} results
 * @param {number} seconds
 * @returns {object} a row of the table
 */
function rowOf (file, results, seconds) {
  const count = (...statuses) => results.filter(({ status }) => statuses.includes(status)).length
  const [killed, survived] = [count(...KILLED), count(...SURVIVED)]
  return { file, mutants: killed + survived, killed: count('Killed'), survived, 'timed out': count('Timeout'), score: scoreOf(killed, survived), seconds }
}

function scoreOf (killed, survived) {
  return killed + survived === 0 ? '' : `${(100 * killed / (killed + survived)).toFixed(1)} %`
}

/**
 * @param {object[]} rows
 * @returns {object} row of totals
 */
function total (rows) {
  const sum = (name) => rows.reduce((so, row) => so + row[name], 0)
  const [mutants, killed, survived, late, seconds] = ['mutants', 'killed', 'survived', 'timed out', 'seconds'].map(sum)
  return { file: 'all', mutants, killed, survived, 'timed out': late, score: scoreOf(killed + late, survived), seconds }
}

/**
 * Mutates a file, and prints the surviving mutants.
 *
 * @param {string} place file, with optional lines
 * @param {object} how see `mutate`
 * @returns {Promise<object>} row of the table
 * @throws see `mutate`
 */
async function mutateAndReport (place, how) {
  const [file] = place.split(':')
  const source = fs.readFileSync(path.join(root, file), 'utf8')
  const start = performance.now()
  const results = await mutate(place, file, how)
  const row = rowOf(file, results, Math.round((performance.now() - start) / 1000))
  console.log(`${file}: ${row.mutants} mutants, ${row.killed} killed, ${row.survived} survived, ${row['timed out']} timed out, ${row.score}, ${row.seconds} s`)
  for (const mutant of results) {
    if (SURVIVED.includes(mutant.status)) console.log(described(mutant, file, source))
  }
  return row
}

/**
 * @param {string[]} args
 * @returns {{ places: string[], tests?: string, concurrency: string, help: boolean }}
 * @throws {TypeError} with the name of the option
 */
function parseOptions (args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { tests: { type: 'string' }, concurrency: { type: 'string', default: '1' }, help: { type: 'boolean', default: false } }
  })
  return { ...values, places: positionals.length > 0 ? positionals : CORE }
}

async function mutateAll ({ places, ...how }) {
  process.chdir(root)
  const rows = []
  for (const place of places) {
    try {
      rows.push(await mutateAndReport(place, how))
    } catch (error) {
      console.error(`${place}:`, error)
      process.exitCode = 1
    }
  }
  console.table([...rows, total(rows)])
}

runCommand({ USAGE: HELP.trim(), parseOptions }, mutateAll)
