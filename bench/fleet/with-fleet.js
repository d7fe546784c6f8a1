'use strict'

const { startFleet, unique } = require('../../test/support/fleet')
const { startRedis } = require('../../test/support/redis')

/**
 * @template Result
 * @param {object[]} workers the options of each process, see `test/fragments/fleet-worker.js`
 * @param {(fleet: object, server: object) => Promise<Result>} use the fleet and its Redis, which end afterwards
 * @returns {Promise<Result>}
 */
async function withFleet (workers, use) {
  const server = await startRedis()
  const shared = { url: server.url, prefix: `${unique()}:` }
  let fleet
  try {
    fleet = await startFleet(...workers.map((own) => ({ ...shared, ...own })))
    // All are connected: each has loaded something of its own.
    await Promise.all(fleet.workers.map((worker, i) => worker.call('card', -1 - i, 'de')))
    return await use(fleet, server)
  } finally {
    await fleet?.stop()
    await server.stop()
  }
}

/** @throws {Error} if a call failed, or shows the page of another key */
function expectGood (failures, wrong) {
  const [first] = [...failures, ...wrong]
  if (first !== undefined) throw new Error(`${failures.length} calls failed and ${wrong.length} were wrong: ${first}`)
}

module.exports = { expectGood, withFleet }
