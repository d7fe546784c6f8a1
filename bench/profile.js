'use strict'

// Where the time goes: a CPU profile of an example under load, and its hottest
// functions.

const fs = require('node:fs')
const path = require('node:path')
const pc = require('picocolors')
const { runCommand } = require('./command')
const commandLine = require('./profile/options')
const { report } = require('./profile/report')
const { selfTimes } = require('./profile/self-times')
const { takeProfile } = require('./profile/take')
const { figure } = require('../bin/measure/figures')
const progress = require('../bin/measure/progress')

const FOLDER = path.join(__dirname, 'results', 'profiles')

async function profile (options) {
  const taken = await takeProfile(options.example, options)
  progress.clear()
  print(options, taken)
}

function print ({ example, url, seconds }, { profile, requestsPerSecond, connections }) {
  const isColored = process.stdout.isTTY === true && pc.isColorSupported
  console.log(`${example}, GET ${url}, ${connections} connections, ${seconds} s: ${figure(requestsPerSecond)} requests/s\n`)
  console.log(report(selfTimes(profile), { isColored }))
  console.log(`\n* is a function of lib/. All of the profile, for the browser's developer tools:\n${save(example, profile)}`)
}

/** Returns the file, as the shell names it. */
function save (example, profile) {
  const date = new Date().toISOString().replaceAll(':', '-')
  const file = path.join(FOLDER, `${example}-${date}.cpuprofile`)
  fs.mkdirSync(FOLDER, { recursive: true })
  fs.writeFileSync(file, JSON.stringify(profile))
  return path.relative('', file)
}

runCommand(commandLine, profile)
