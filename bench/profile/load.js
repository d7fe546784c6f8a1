'use strict'

const autocannon = require('autocannon')
const { Child } = require('../../bin/measure/child')
const progress = require('../../bin/measure/progress')
const { get } = require('../answer')

const CONNECTIONS = 50
/** Seconds until the compiler is done with most of an app. */
const WARM_UP = 2
/** Seconds that an app may take to start, and to answer. */
const PATIENCE = 30

/**
 * @typedef {object} Taken
 * @property {object} profile as V8's profiler gives it
 * @property {number} requestsPerSecond
 * @property {number} connections
 */

/**
 * Takes a CPU profile of an example under load, in a process of its own, when
 * its code is warm.
 *
 * @param {string} example one of `examples.js`
 * @param {object} how
 * @param {string} how.url path of the page that is asked for
 * @throws {Error} if it does not come to listen, or does not answer with the page
 */
async function takeProfile (example, { url, seconds }) {
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
  if (status !== 200) throw new Error(`${url} is answered with the status ${status}; expected 200`)
}

/**
 * Asks an app for a page all the time.
 *
 * @param {object} task
 * @param {string} task.url path of the page
 * @returns {Promise<number>} answered requests per second
 * @throws {Error} if a request failed or was not answered with success
 */
async function load ({ port, url, connections, seconds }) {
  const result = await autocannon({ url: `http://127.0.0.1:${port}${url}`, connections, duration: seconds })
  const failures = result.errors + result.non2xx
  if (failures > 0) throw new Error(`${failures} requests for ${url} failed`)
  return result['2xx'] / result.duration
}

module.exports = { load, takeProfile }
