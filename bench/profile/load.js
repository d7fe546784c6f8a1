'use strict'

const autocannon = require('autocannon')

/**
 * Asks an app for a page all the time.
 *
 * @param {object} task
 * @param {number} task.port
 * @param {string} task.url path of the page
 * @param {number} task.connections
 * @param {number} task.seconds
 * @returns {Promise<number>} answered requests per second
 * @throws {Error} if a request failed or was not answered with success
 */
module.exports = async function load ({ port, url, connections, seconds }) {
  const result = await autocannon({ url: `http://127.0.0.1:${port}${url}`, connections, duration: seconds })
  const failures = result.errors + result.non2xx
  if (failures > 0) throw new Error(`${failures} requests for ${url} failed`)
  return result['2xx'] / result.duration
}
