'use strict'

// A server of each framework under mixed load: every page that arrives is
// compared with what EJS makes, and the server's memory must not grow.

const progress = require('../bin/measure/progress')
const { runCommand } = require('./command')
const commandLine = require('./soak/options')
const { report } = require('./soak/report')
const { run } = require('./soak/run')

async function soakAll (options) {
  for (const framework of options.frameworks) await soak(framework, options)
}

async function soak (framework, { seconds, connections }) {
  const result = report(await run(framework, { seconds, connections, progress: progress.show }))
  progress.clear()
  console.log(`${result.text}\n`)
  if (result.failed) process.exitCode = 1
}

runCommand(commandLine, soakAll)
