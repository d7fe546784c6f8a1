'use strict'

// wrk, a load generator in C, takes a fraction of the CPU time of one in JavaScript.

const { execFile, spawnSync } = require('node:child_process')
const path = require('node:path')
const { promisify } = require('node:util')

const SCRIPT = path.join(__dirname, 'wrk.lua')

/** As autocannon's: the time after which a request is a failure. */
const TIMEOUT = '10s'

const hasWrk = () => spawnSync('wrk', ['-v']).error === undefined

/** @returns {Promise<{ requestsPerSecond: number, failures: number }>} of a task, see `load.js` */
async function loadByWrk ({ port, path = '/', headers, status, connections, seconds, threads = 1 }) {
  const running = promisify(execFile)('wrk', [
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    '-t', `${Math.min(threads, connections)}`, '-c', `${connections}`, '-d', `${Math.ceil(seconds)}s`, '--timeout', TIMEOUT, '-s', SCRIPT,
    `http://127.0.0.1:${port}${path}`, '--', `${status}`
  ])
  const kill = () => running.child.kill()
  process.on('exit', kill)
  // It takes whole seconds, and ends as usual when it is interrupted after its first response, which the script tells.
  let end
  running.child.stderr.once('data', () => { end = setTimeout(() => running.child.kill('SIGINT'), seconds * 1000) })
  const { stdout } = await running.finally(() => {
    clearTimeout(end)
    process.off('exit', kill)
  })
  const { answers, wrong, broken, microseconds } = JSON.parse(stdout.trim().split('\n').at(-1))
  return { requestsPerSecond: (answers - wrong) / microseconds * 1e6, failures: wrong + broken }
}

module.exports = { hasWrk, loadByWrk }
