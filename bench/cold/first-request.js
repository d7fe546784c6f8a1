'use strict'

// A process whose Express app answers its first ten requests. It prints the milliseconds of CPU time from there to the end of the first
// response and to the end of the last, and from the start of the process to the first, with those of the client, which is in the process;
// and, if it is profiled, the time of each part of the first.
//
// It runs in the folder of the app. The argument is JSON:
//
// - `language`, `view`, `locals`, `isSpliced`, `precompiles`: of the app, see `express-app.js`
// - `waits`: whether the process first does nothing until the library has loaded the rest of its code
// - `isProfiled`: whether the parts are measured, which takes several times as long

const { once } = require('node:events')
const http = require('node:http')
const { startClock } = require('../stopwatch')
const { startApp } = require('./express-app')
const { loadedAhead } = require('./loaded-ahead')
const { profile } = require('./parts')

const { waits, isProfiled, ...app } = JSON.parse(process.argv[2])

async function get (port) {
  const [response] = await once(http.get({ host: '127.0.0.1', port, agent: false }), 'response')
  const body = Buffer.concat(await response.toArray())
  if (response.statusCode !== 200) throw new Error(body.toString())
}

async function main () {
  const port = await startApp(app)
  if (waits) await loadedAhead()

  const clock = startClock()
  const parts = isProfiled ? await profile(() => get(port)) : await get(port)
  const milliseconds = clock()
  const { user, system } = process.cpuUsage()
  for (let count = 1; count < 10; count++) await get(port)
  process.stdout.write(JSON.stringify({ milliseconds, ten: clock(), start: (user + system) / 1000, parts }), () => process.exit())
}

main()
