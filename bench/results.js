'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { CONNECTIONS } = require('./rounds')

const MODULES = path.join(__dirname, '../node_modules')

/** The packages whose code is measured. */
const PACKAGES = [
  'express', 'compression', 'express-session', 'hbs',
  'koa', '@ladjs/koa-views', 'koa-compress', 'koa-conditional-get', 'koa-etag',
  'fastify', '@fastify/view',
  'hono', '@hono/node-server',
  'ejs', 'eta', 'handlebars', 'liquidjs', 'mustache', 'nunjucks', 'pug',
  'ghtml', '@kitajs/html'
]

/** The results of the last run of everything. */
const LATEST = path.join(__dirname, 'results', 'latest.json')

/** Columns of a line in a file of results. */
const LINE = 120

/**
 * Measurements, and what they were taken of and on.
 *
 * @typedef {object} Conditions
 * @property {string} date as in ISO 8601
 * @property {string} node its version
 * @property {{ cpu: string, cores: number }} machine
 * @property {Record<string, string>} packages the versions of those that are measured
 * @property {{ only: string[], rounds: number, seconds: number, connections: number }} options
 *
 * @typedef {Conditions & import('./steps').Measurements} Results
 */

function writeResults (file, { only, rounds, seconds }, measured) {
  save(file, { packages: packageVersions(), options: { only, rounds, seconds, connections: CONNECTIONS }, ...measured })
}

/** Writes what was measured, and when and where. */
function save (file, measured) {
  const results = {
    date: new Date().toISOString(),
    node: process.version,
    machine: { cpu: os.cpus()[0].model, cores: os.cpus().length },
    ...measured
  }
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, toJson(results))
}

/** Lists and objects without others in them are on a line of their own, if they fit. */
function toJson (value) {
  const shorten = (lines) => {
    const line = lines.replace(/\n\s*/g, ' ')
    return line.length <= LINE ? line : lines
  }
  return JSON.stringify(value, null, 2).replace(/[[{]\n[^[\]{}]*[\]}]/g, shorten) + '\n'
}

/** @returns {Results} of the last run of everything */
function readResults () {
  return JSON.parse(fs.readFileSync(LATEST, 'utf8'))
}

/** @returns {Record<string, string>} the versions of the packages that are measured */
function packageVersions () {
  return Object.fromEntries(PACKAGES.map((name) => {
    const manifest = fs.readFileSync(path.join(MODULES, name, 'package.json'), 'utf8')
    return [name, JSON.parse(manifest).version]
  }))
}

module.exports = { LATEST, packageVersions, readResults, save, writeResults }
