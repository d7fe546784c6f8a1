'use strict'

// A process with an Express app that has loaded its engine, and gets no request. It prints the milliseconds of CPU time that it has taken
// two seconds after its start, and the number of files that it has loaded. The argument is JSON, see `express-app.js`.

const { setTimeout } = require('node:timers/promises')
const { startApp } = require('./express-app')

const TIME = 2000

async function main () {
  await startApp({ ...JSON.parse(process.argv[2]), loadsEngine: true })
  await setTimeout(TIME - performance.now())
  const { user, system } = process.cpuUsage()
  const result = { milliseconds: (user + system) / 1000, files: Object.keys(require.cache).length }
  process.stdout.write(JSON.stringify(result), () => process.exit())
}

main()
