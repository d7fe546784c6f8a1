'use strict'

// Runs a server of each framework under mixed load. Every received page is compared with the page of EJS; the server's
// memory must not grow, and no file may stay open.

const progress = require('../bin/measure/progress')
const { parseLine, runCommand } = require('../bench/command')
const { report } = require('./soak/report')
const { run } = require('./soak/run')

const FRAMEWORKS = ['express', 'koa']

const USAGE = `Usage: npm run soak -- [options]

  --seconds <n>       length of the run of each framework (default: 60; from 25 on, \
memory growth is checked as well)
  --connections <n>   simultaneous connections (default: 200)
  --framework <name>  ${FRAMEWORKS.join(' or ')} (default: both, one after the other)
  --help              print this help`

function parseOptions (args) {
  const { values } = parseLine(args, { counts: { seconds: 60, connections: 200 }, texts: { framework: undefined } })
  const { framework } = values
  if (framework !== undefined && !FRAMEWORKS.includes(framework)) {
    throw new TypeError(`--framework takes ${FRAMEWORKS.join(' or ')}; got '${framework}'`)
  }
  return { ...values, frameworks: framework === undefined ? FRAMEWORKS : [framework] }
}

async function soak ({ frameworks, seconds, connections }) {
  for (const framework of frameworks) {
    const { text, failed } = report(await run(framework, { seconds, connections, progress: progress.show }))
    progress.clear()
    console.log(`${text}\n`)
    if (failed) process.exitCode = 1
  }
}

runCommand({ USAGE, parseOptions }, soak)
