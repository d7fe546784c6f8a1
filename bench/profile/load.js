'use strict'

const autocannon = require('autocannon')
const { Child } = require('../../bin/measure/child')
const progress = require('../../bin/measure/progress')
const { get } = require('../answer')

const CONNECTIONS = 50
/** Seconds until V8 has optimised most of an app. */
const WARM_UP = 2
/** Seconds to wait for an app to start, and to answer. */
const PATIENCE = 30

/**
 * @typedef {object} Recording
 * @property {object} profile of V8's profiler
 * @property {number} requestsPerSecond
 * @property {number} connections
 */

/**
 * Records a CPU profile of an example under load, in a separate process, after a
 * warm-up.
 *
 * @param {string} example one of `examples.js`
 * @param {object} how
 * @param {string} how.url path of the page
 * @throws {Error} if it does not listen, or does not answer with status 200
 */
async function recordProfile (example, { url, seconds }) {
  const app = new Child('bench/profile/app.js', [example])
  try {
    const port = await listening(app, example)
    await verify(port, url)
    const task = { port, url, connections: CONNECTIONS }

    progress.show(`${example}: warm-up`)
    await load({ ...task, seconds: WARM_UP })

    progress.show(`${example}: profile of ${seconds} s`)
    await app.ask('start', PATIENCE)
    const requestsPerSecond = await load({ ...task, seconds })
    return { profile: await app.ask('stop', PATIENCE), requestsPerSecond, connections: CONNECTIONS }
  } finally {
    app.kill()
  }
}

async function listening (app, example) {
  try {
    return (await app.next(PATIENCE)).port
  } catch (error) {
    throw new Error(`${example} does not start: ${error.message}`, { cause: error })
  }
}

async function verify (port, url) {
  const { status } = await get(port, url, {})
  if (status !== 200) throw new Error(`${url} has the status ${status}, expected 200`)
}

/**
 * Loads an app with requests for a page.
 *
 * @param {object} task
 * @param {string} task.url path of the page
 * @returns {Promise<number>} answered requests per second
 * @throws {Error} if a request failed
 */
async function load ({ port, url, connections, seconds }) {
  const result = await autocannon({ url: `http://127.0.0.1:${port}${url}`, connections, duration: seconds })
  const failures = result.errors + result.non2xx
  if (failures > 0) throw new Error(`${failures} requests for ${url} failed`)
  return result['2xx'] / result.duration
}

module.exports = { load, recordProfile }
