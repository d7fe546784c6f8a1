'use strict'

const { execFile } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { promisify } = require('node:util')
const ranges = require('../engines/ranges')
const { PROJECTS } = require('../new-user/projects')

const ROOT = path.join(__dirname, '../..')

/** Shards of a run on another version of Node, each about as long as other units. */
const SHARDS = 6

/** What coverage and other versions of Node leave out: the benchmark and outages of Redis, which take a minute or more. */
const UNUSUAL = ['--testPathIgnorePatterns', 'test/bench', 'test/fragments/outages']

/**
 * A process that passes or fails.
 *
 * @typedef {object} Unit
 * @property {string} part
 * @property {string} name
 * @property {string[]} args of Node
 * @property {boolean} [isJest] whether Jest runs it and reports counts
 * @property {string} [node] another major version of Node to run it with
 * @property {Record<string, string>} [env]
 * @property {() => Promise<unknown>} [prepare] before it runs
 */

/** @type {Record<string, { about: string, units: () => Omit<Unit, 'part'>[] }>} */
const PARTS = {
  checks: {
    about: 'lint and types',
    units: () => [
      { name: 'eslint', args: ['node_modules/eslint/bin/eslint.js', '.'] },
      ...['test/types', 'examples/typescript'].map((project) => ({ name: `tsc ${project}`, args: ['node_modules/typescript/bin/tsc', '--project', project] }))
    ]
  },
  core: { about: 'pages, responses, modes and renderer', units: () => testFiles('test/page', 'test/streaming', 'test/codings', 'test/fragments', 'test/modes', 'test/response', 'test/views', 'test/util', 'test').filter(({ name }) => !name.includes('outages')) },
  engines: { about: 'every dialect with every version of its engine, all settings, all generated templates', units: () => testFiles('test/dialects') },
  versions: {
    about: 'the oldest and the newest version of each engine that is spliced, from the registry',
    units: () => Object.keys(ranges).map((name) => ({ name: `versions of ${name}`, args: ['tools/engines.js', '--check', name] }))
  },
  stock: { about: 'pages beside other packages, in their newest versions', units: () => [{ name: 'packages', args: ['tools/stock.js', '--beside'] }] },
  invariants: { about: 'the censuses of calls, reads, writes, facts, resources, cliffs and ends', units: () => testFiles('test/invariants') },
  frameworks: { about: 'every version of Express and Koa', units: () => testFiles('test/frameworks') },
  pollution: { about: 'properties on `Object.prototype`, beside the engines', units: () => testFiles('test/pollution') },
  outages: { about: 'fleets whose Redis stops, freezes or is slow', units: () => testFiles('test/fragments/outages') },
  clients: { about: 'curl and Chromium', units: () => testFiles('test/clients') },
  scripts: { about: 'command line, examples and declarations', units: () => testFiles('test/bin', 'test/examples', 'test/types') },
  documents: { about: 'documents: links, snippets, pictures, and what of them is packed', units: () => testFiles('test/documents') },
  'new-user': {
    about: 'apps that install the packed tarball in empty folders, on this version of Node and on 24',
    units: () => Object.keys(PROJECTS).map((name) => ({ name: `new user, ${name}`, args: ['tools/new-user.js', '--only', name] }))
  },
  bench: { about: 'the scripts of the benchmark, with its peers', units: () => testFiles('test/bench').map((unit) => ({ ...unit, prepare: installPeers })) },
  coverage: {
    about: 'coverage of `lib/` by the tests',
    // In one process, instrumented code of all tests fills the heap: 11 minutes become more than 20.
    units: () => [{ name: 'coverage', ...jestWith('--maxWorkers=2', '--coverage', ...UNUSUAL), env: { TEST_ALL: '' } }]
  },
  fuzz: {
    about: 'random templates and requests, beside the engines and the frameworks',
    units: () => [{ name: 'fuzz', args: ['tools/fuzz.js', '--minutes', '1'] }, ...testFiles('test/fuzz')]
  },
  soak: {
    about: 'servers under mixed load, with a check of every body, of memory and of open files',
    units: () => ['express', 'koa'].map((framework) => ({ name: `soak ${framework}`, args: ['--expose-gc', 'tools/soak.js', '--seconds', '30', '--framework', framework] }))
  },
  node: {
    about: 'the tests of `npm test` on Node 22, 24 and 26',
    units: () => ['22', '24', '26'].flatMap((node) => Array.from({ length: SHARDS }, (_, i) => ({
      name: `Node ${node}, ${i + 1} of ${SHARDS}`,
      ...jest(`--shard=${i + 1}/${SHARDS}`, ...UNUSUAL),
      node,
      env: { TEST_ALL: '' }
    })))
  }
}

let peers

/** Installs bench/package.json, once in a run. Tests that need it fail without it, and say so. */
function installPeers () {
  peers ??= promisify(execFile)('npm', ['ci', '--prefix', path.join(ROOT, 'bench'), '--no-audit', '--no-fund']).catch(({ message }) => console.error(message))
  return peers
}

/**
 * @param {string[]} folders
 * @returns {Omit<Unit, 'part'>[]} one for each test file; for `test`, without subfolders
 */
function testFiles (...folders) {
  return folders.flatMap((folder) => {
    const files = fs.readdirSync(path.join(ROOT, folder), { recursive: folder !== 'test' }).filter((file) => file.endsWith('.test.js'))
    return files.sort().map((file) => ({ name: `${folder}/${file}`, ...jest('--runTestsByPath', `${folder}/${file}`) }))
  })
}

function jest (...args) {
  return jestWith('--runInBand', ...args)
}

function jestWith (...args) {
  return { args: ['node_modules/jest/bin/jest.js', ...args], isJest: true }
}

/**
 * @param {string[]} names of parts
 * @returns {Unit[]}
 */
function unitsOf (names) {
  return names.flatMap((part) => PARTS[part].units().map((unit) => ({ part, ...unit })))
}

module.exports = { PARTS, ROOT, unitsOf }
