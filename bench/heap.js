'use strict'

// Measures the memory that a compiled view takes: many views of about 4 KB, each compiled and rendered once, by the engine alone,
// by this library, and with pages as gzip, each in a process of its own.
//
//     npm run bench:compare heap -- [language …] [--views n]

const { execFileSync } = require('node:child_process')
const path = require('node:path')
const { figure } = require('../bin/measure/figures')
const progress = require('../bin/measure/progress')
const { parseLine, runCommand } = require('./command')
const languages = require('./languages')
const table = require('./table')

const LANGUAGES = Object.keys(languages)
const COUNTS = { views: 2000 }

const USAGE = `Usage: npm run bench:compare heap -- [options] [languages]

  languages    ${LANGUAGES.join(', ')} (default: all)
  --views <n>  views of each language, no two alike (default: ${COUNTS.views})
  --help       print this help`

/** @throws {TypeError} with the name of the option and its valid values */
function parseOptions (args) {
  const { values, positionals } = parseLine(args, { allowPositionals: true, counts: COUNTS })
  const unknown = positionals.find((name) => !LANGUAGES.includes(name))
  if (unknown !== undefined) throw new TypeError(`The languages are ${LANGUAGES.join(', ')}; got '${unknown}'`)
  return { ...values, languages: positionals.length > 0 ? positionals : LANGUAGES }
}

/** @returns {number} bytes per view, on the heap and outside of it */
function measure (language, side, views) {
  const args = ['--expose-gc', path.join(__dirname, 'heap/compile.js'), language, side, String(views)]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

function run ({ languages, views }) {
  const rows = languages.map((language) => {
    progress.show(language)
    const [engine, ours, gzip] = ['engine', 'ours', 'gzip'].map((side) => measure(language, side, views))
    return [language, ...[engine, ours, gzip].map((bytes) => figure(bytes / 1024, 1)), table.times(ours / engine)]
  })
  progress.clear()
  table.print({ header: ['language', 'engine KB per view', 'ours', 'with gzip', 'ours / engine'], rows })
}

if (require.main === module) runCommand({ USAGE, parseOptions }, run)

module.exports = { measure, parseOptions }
