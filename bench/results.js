'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { isDeepStrictEqual } = require('node:util')
const { dialects } = require('../lib/dialects')
const { TURN } = require('./children')
const { mapValues } = require('./map-values')
const { CONNECTIONS } = require('./measure')
const { majorOf } = require('./node-versions')
const { expectQuiet } = require('./noise')
const { PARTS, steps } = require('./steps')
const { hasWrk } = require('./wrk')

/** Where packages are: those of this project, and of the benchmark alone. */
const MODULES = ['node_modules', '../node_modules'].map((folder) => path.join(__dirname, folder))

/** Packages that are measured. */
const PACKAGES = [
  'express', 'compression', 'express-session', 'hbs',
  'koa', '@ladjs/koa-views', 'koa-compress', 'koa-conditional-get', 'koa-etag',
  'fastify', '@fastify/view',
  'hono', '@hono/node-server', 'pg',
  ...dialects.map((dialect) => dialect.package),
  'ghtml', '@kitajs/html'
]

/** The results of the last runs. */
const FOLDER = path.join(__dirname, 'results')

/** Most characters of such a line in a file of results. */
const LINE = 120

/**
 * @typedef {import('./steps').Measurements & object} Results
 * @property {string} date in ISO 8601
 * @property {string} node version of Node
 * @property {{ cpu: string, cores: number }} machine
 * @property {Record<string, string>} packages versions of the measured packages
 * @property {{ pairs: number, seconds: number, connections: number, load: 'wrk' | 'autocannon' }} options `seconds` of a turn
 *
 * Opens the results of this version of Node. Those of other measurements than `only` stay if they are of the same conditions.
 *
 * @returns {(part: string, entries: import('./noise').Measured[]) => void} writes what was measured
 * @throws {Error} if those that would stay are of other conditions
 */
function openResults (folder, { only, pairs }) {
  const file = path.join(folder, `node-${majorOf(process.version)}.json`)
  const options = { pairs, seconds: TURN, connections: CONNECTIONS, load: hasWrk() ? 'wrk' : 'autocannon' }
  const conditions = { node: process.version, machine: machine(), packages: packageVersions(), options }
  const { date, node, machine: where, packages, options: how, ...old } = fs.existsSync(file) ? read(file) : {}
  const kept = mapValues(Object.fromEntries(PARTS.map((part) => [part, old[part] ?? []])), (entries) => entries.filter(({ name }) => !only.includes(name)))
  const names = [...new Set(Object.values(kept).flat().map(({ name }) => name))]
  if (names.length > 0 && !isDeepStrictEqual({ node, machine: where, packages, options: how }, conditions)) {
    throw new Error(`${file} has results of ${names.join(', ')} by other versions, on another machine or with other options. ` +
      'Measure them as well, name another folder with --out, or delete the file')
  }
  const order = steps.map(({ name }) => name)
  return (part, entries) => {
    kept[part] = [...kept[part], ...entries].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
    save(file, { packages: conditions.packages, options, ...kept })
  }
}

/** Writes measurements with their date, Node version and machine. */
function save (file, measured) {
  const results = { date: new Date().toISOString(), node: process.version, machine: machine(), ...measured }
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, toJson(results))
}

const machine = () => ({ cpu: os.cpus()[0].model, cores: os.cpus().length })

/** Formats lists of numbers on a single line, and other lists and objects without nested ones if they fit. */
function toJson (value) {
  const shorten = (lines) => {
    const line = lines.replace(/\n\s*/g, ' ')
    return line.length <= LINE || /^\[[\d., ]+\]$/.test(line) ? line : lines
  }
  return JSON.stringify(value, null, 2).replace(/[[{]\n[^[\]{}]*[\]}]/g, shorten) + '\n'
}

/** The major version of Node of README and the charts. */
const SHOWN = '24'

/** @returns {Results[]} of the last run of each version of Node: the one of README, then the others, the newest first */
function readResults () {
  return fs.readdirSync(FOLDER).filter((file) => /^node-\d+\.json$/.test(file))
    .map((file) => read(path.join(FOLDER, file)))
    .sort((a, b) => (majorOf(b.node) === SHOWN) - (majorOf(a.node) === SHOWN) || majorOf(b.node) - majorOf(a.node))
}

/** Passes the results to `use`, or prints why they cannot be published. */
function publish (use) {
  try {
    const all = readResults()
    expectPublishable(all)
    use(all)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}

/** Results of fewer pairs are not published. */
const LEAST_PAIRS = 40

/** @throws {Error} if one of the results has too few pairs or is too noisy, or the version of README has not all */
function expectPublishable ([shown, ...others]) {
  const folder = path.relative('', FOLDER)
  const entriesOf = (results) => PARTS.flatMap((part) => results[part])
  const again = ({ node }) => (names) => `node bench/run.js --node ${majorOf(node)} --out ${folder} --only ${names}`
  for (const results of [shown, ...others]) {
    if (results.options.pairs < LEAST_PAIRS) throw new Error(`Node ${majorOf(results.node)} has results of ${results.options.pairs} pairs; ${LEAST_PAIRS} are published`)
    expectQuiet(entriesOf(results), again(results))
  }
  // What a machine may lack is not required.
  const missing = steps.filter((step) => step.missing === undefined && entriesOf(shown).every(({ name }) => name !== step.name)).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`Not measured: ${missing.join(', ')}. ${again(shown)(missing.join())} measures it`)
}

/** The scripts with results of their own: of `cold.js`, those of the first requests are in another file. */
const OTHERS = { apps: 'apps', scale: 'scale', wire: 'wire', cold: 'cold', requests: 'first-requests', real: 'real' }

/** @returns {Record<keyof typeof OTHERS, object>} results of the last complete runs of these scripts */
function readOthers () {
  return mapValues(OTHERS, (name) => read(path.join(FOLDER, `${name}.json`)))
}

const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'))

function packageVersions () {
  return Object.fromEntries(PACKAGES.map((name) => {
    const manifest = MODULES.map((folder) => path.join(folder, name, 'package.json')).find((file) => fs.existsSync(file))
    if (manifest === undefined) throw new Error(`${name} is not installed; 'npm ci --prefix bench' installs it`)
    return [name, read(manifest).version]
  }))
}

module.exports = { FOLDER, expectPublishable, machine, openResults, packageVersions, publish, readOthers, readResults, save }
