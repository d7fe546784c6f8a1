'use strict'

// Takes a CPU profile of an example under load, and prints its hottest functions.

const fs = require('node:fs')
const path = require('node:path')
const pc = require('picocolors')
const { figure } = require('../bin/measure/figures')
const progress = require('../bin/measure/progress')
const { parseLine, runCommand } = require('./command')
const examples = require('./profile/examples')
const { recordProfile } = require('./profile/load')
const { report, selfTimes } = require('./profile/report')

const FOLDER = path.join(__dirname, 'results', 'profiles')

const NAMES = Object.keys(examples)

const USAGE = `Usage: npm run profile -- [example] [options]

  example          ${NAMES.join(', ')} (default: express-ejs)
  --url <path>     page to request (default: /)
  --seconds <n>    length of the profile (default: 5)
  --help           print this help`

/** @throws {TypeError} with the name of the option and its valid values */
function parseOptions (args) {
  const { values, positionals } = parseLine(args, {
    allowPositionals: true,
    counts: { seconds: 5 },
    options: { url: { type: 'string', default: '/' } }
  })
  return { ...values, example: parseExample(positionals), url: pathOf(values.url) }
}

function parseExample ([example = 'express-ejs', ...others]) {
  if (others.length > 0) throw new TypeError(`profile takes one example; got '${[example, ...others].join(' ')}'`)
  if (!NAMES.includes(example)) throw new TypeError(`the examples are ${NAMES.join(', ')}; got '${example}'`)
  return example
}

function pathOf (url) {
  if (!/^\/[^\s#]*$/.test(url)) throw new TypeError(`--url takes a path that begins with /; got '${url}'`)
  return url
}

async function profile (options) {
  const recorded = await recordProfile(options.example, options)
  progress.clear()
  print(options, recorded)
}

function print ({ example, url, seconds }, { profile, requestsPerSecond, connections }) {
  const isColored = process.stdout.isTTY === true && pc.isColorSupported
  console.log(`${example}, GET ${url}, ${connections} connections, ${seconds} s: ${figure(requestsPerSecond)} requests/s\n`)
  console.log(report(selfTimes(profile), { isColored }))
  console.log(`\n* marks functions of lib/. The complete profile, for the browser's developer tools:\n${save(example, profile)}`)
}

/** Saves a profile, and returns its path relative to the working directory. */
function save (example, profile) {
  const date = new Date().toISOString().replaceAll(':', '-')
  const file = path.join(FOLDER, `${example}-${date}.cpuprofile`)
  fs.mkdirSync(FOLDER, { recursive: true })
  fs.writeFileSync(file, JSON.stringify(profile))
  return path.relative('', file)
}

if (require.main === module) runCommand({ USAGE, parseOptions }, profile)

module.exports = { parseOptions }
