'use strict'

// A server of each framework under mixed load: every page that arrives is
// compared with what EJS makes, and the server's memory must not grow.

const progress = require('../bin/measure/progress')
const { USAGE, parseOptions } = require('./soak/options')
const { report } = require('./soak/report')
const { run } = require('./soak/run')

async function main () {
  let options
  try {
    options = parseOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`)
    process.exitCode = 2
    return
  }
  if (options.help) return console.log(USAGE)

  try {
    for (const framework of options.frameworks) await soak(framework, options)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}

async function soak (framework, { seconds, connections }) {
  try {
    const result = report(await run(framework, { seconds, connections, progress: progress.show }))
    progress.clear()
    console.log(`${result.text}\n`)
    if (result.failed) process.exitCode = 1
  } catch (error) {
    progress.clear()
    throw error
  }
}

main()
