'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { dialects } = require('../lib/dialects')
const { mapValues } = require('./map-values')
const { majorOf } = require('./node-versions')
const { CONNECTIONS } = require('./rounds')
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

/** The results of the last complete runs. */
const FOLDER = path.join(__dirname, 'results')

/** Maximum length of a line in a file of results. */
const LINE = 120

/**
 * @typedef {import('./steps').Measurements & object} Results
 * @property {string} date in ISO 8601
 * @property {string} node version of Node
 * @property {{ cpu: string, cores: number }} machine
 * @property {Record<string, string>} packages versions of the measured packages
 * @property {{ only: string[], rounds: number, seconds: number, connections: number, load: 'wrk' | 'autocannon' }} options
 */

function writeResults (folder, { only, rounds, seconds }, measured) {
  const options = { only, rounds, seconds, connections: CONNECTIONS, load: hasWrk() ? 'wrk' : 'autocannon' }
  save(fileIn(folder), { packages: packageVersions(), options, ...measured })
}

const fileIn = (folder) => path.join(folder, `node-${majorOf(process.version)}.json`)

/** @throws {Error} if the folder has results of this version of Node that a run of `only` would replace by fewer */
function expectNoLoss (folder, only) {
  const file = fileIn(folder)
  const lost = fs.existsSync(file) ? read(file).options.only.filter((name) => !only.includes(name)) : []
  if (lost.length > 0) throw new Error(`${file} would lose its results of ${lost.join(', ')}. Name another folder with --out, or delete the file`)
}

/** Writes measurements with their date, Node version and machine. */
function save (file, measured) {
  const results = { date: new Date().toISOString(), node: process.version, machine: machine(), ...measured }
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, toJson(results))
}

const machine = () => ({ cpu: os.cpus()[0].model, cores: os.cpus().length })

/** Formats lists and objects without nested ones on a single line, if they fit. */
function toJson (value) {
  const shorten = (lines) => {
    const line = lines.replace(/\n\s*/g, ' ')
    return line.length <= LINE ? line : lines
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

module.exports = { FOLDER, expectNoLoss, machine, packageVersions, readOthers, readResults, save, writeResults }
