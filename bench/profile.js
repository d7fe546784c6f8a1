'use strict'

// Takes a CPU profile of an example under load, after a warm-up, and prints its hottest functions.

const fs = require('node:fs')
const path = require('node:path')
const { Child } = require('../bin/measure/child')
const { figure } = require('../bin/measure/figures')
const progress = require('../bin/measure/progress')
const { get } = require('./answer')
const { parseLine, runCommand } = require('./command')
const { GRACE } = require('./contest')
const { report, selfTimes } = require('./profile/report')
const { CONNECTIONS } = require('./rounds')

const FOLDER = path.join(__dirname, 'results/profiles')
const EXAMPLES = path.join(__dirname, '../examples')
const SERVERS = fs.readdirSync(EXAMPLES).flatMap((name) => ['server.js', 'server.mts'].map((file) => path.join(name, file))).filter((file) => fs.existsSync(path.join(EXAMPLES, file)))

/** Files of servers by the name of the example. @type {Record<string, string>} */
const examples = Object.fromEntries(SERVERS.map((file) => [path.dirname(file), path.join(EXAMPLES, file)]))
const NAMES = Object.keys(examples)

/** Seconds until V8 has optimised most of an app. */
const WARM_UP = 2

const USAGE = `Usage: npm run profile -- [example] [options]

  example          ${NAMES.join(', ')} (default: express-ejs)
  --url <path>     page to request (default: /)
  --seconds <n>    length of the profile (default: 5)
  --help           print this help`

/** @throws {TypeError} with the name of the option and its valid values */
function parseOptions (args) {
  const { values, positionals: [example = 'express-ejs', ...others] } = parseLine(args, {
    allowPositionals: true,
    counts: { seconds: 5 },
    options: { url: { type: 'string', default: '/' } }
  })
  if (others.length > 0) throw new TypeError(`profile takes one example; got '${[example, ...others].join(' ')}'`)
  if (!NAMES.includes(example)) throw new TypeError(`the examples are ${NAMES.join(', ')}; got '${example}'`)
  if (!/^\/[^\s#]*$/.test(values.url)) throw new TypeError(`--url takes a path that begins with /; got '${values.url}'`)
  return { ...values, example }
}

async function profile ({ example, url, seconds }) {
  const [app, load] = [new Child('bench/profile/app.js', [examples[example]]), new Child('bench/load.js')]
  try {
    const { port } = await app.next(GRACE)
    const { status } = await get(port, url, {})
    if (status !== 200) throw new Error(`${url} has the status ${status}, expected 200`)
    const ask = async (seconds) => {
      const { failures, requestsPerSecond } = await load.ask({ port, path: url, headers: {}, status: 200, connections: CONNECTIONS, seconds }, seconds + GRACE)
      if (failures > 0) throw new Error(`${failures} requests for ${url} failed`)
      return requestsPerSecond
    }
    progress.show(`${example}: warm-up`)
    await ask(WARM_UP)
    progress.show(`${example}: profile of ${seconds} s`)
    await app.ask('start', GRACE)
    const requestsPerSecond = await ask(seconds)
    const recorded = await app.ask('stop', GRACE)
    progress.clear()
    console.log(`${example}, GET ${url}, ${CONNECTIONS} connections, ${seconds} s: ${figure(requestsPerSecond)} requests/s\n`)
    console.log(report(selfTimes(recorded)))
    console.log(`\n* marks functions of lib/. The complete profile, for the browser's developer tools:\n${save(example, recorded)}`)
  } finally {
    for (const child of [app, load]) child.kill()
  }
}

/** Saves a profile, and returns its path relative to the working directory. */
function save (example, profile) {
  const file = path.join(FOLDER, `${example}-${new Date().toISOString().replaceAll(':', '-')}.cpuprofile`)
  fs.mkdirSync(FOLDER, { recursive: true })
  fs.writeFileSync(file, JSON.stringify(profile))
  return path.relative('', file)
}

if (require.main === module) runCommand({ USAGE, parseOptions }, profile)

module.exports = { parseOptions }
