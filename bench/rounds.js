'use strict'

const { Child } = require('../bin/measure/child')
const conditions = require('./conditions')
const progress = require('../bin/measure/progress')
const rotate = require('../bin/measure/rotate')
const { verify } = require('./verify')

const CONNECTIONS = 50
/** Seconds that a child may take beyond those it was told to work. */
const GRACE = 10

/**
 * @typedef {object} Measurement
 * @property {number} requestsPerSecond
 * @property {number} utilization the share of the time in which the server's event loop was busy
 * @property {number} cores how many the server took, its event loop and the thread pool of zlib together
 */

/**
 * @typedef {object} Measured
 * @property {string} name of the case, and what else it says of itself
 * @property {string} title
 * @property {string[]} variants
 * @property {string} baseline
 * @property {string} ours
 * @property {string} [limit]
 * @property {import('./cases').Expected} expected
 * @property {number} bytes of the bodies that ours sends
 * @property {{ page: number, wire: number, zlib: number }} [gzip] where gzip was asked for, see `verify.js`
 * @property {Record<string, Measurement>[]} rounds
 */

/**
 * Measures a case. The variants take turns in every round, so that a drift of
 * the machine hits all of them; the first round warms up and is not counted.
 *
 * @param {import('./cases').Case} page
 * @param {object} how
 * @param {Child} how.load
 * @param {number} how.rounds
 * @param {number} how.seconds the length of a turn
 * @returns {Promise<Measured>}
 */
async function measure (page, how) {
  const servers = new Map(page.variants.map((variant) => [variant, new Child('bench/server.js', [page.name, variant])]))
  try {
    const { sizes, rounds } = await takeRounds(page, servers, how)
    return { ...describe(page, sizes), rounds }
  } catch (error) {
    throw new Error(`${page.name}: ${error.message}`, { cause: error })
  } finally {
    for (const server of servers.values()) server.kill()
  }
}

async function takeRounds (page, servers, { load, rounds, seconds }) {
  const ports = await listening(servers)
  // A page that comes again may get its coding only when it has been seen.
  const isRepeated = page.pages !== undefined
  let sizes = await verify(page, ports, { isCoded: !isRepeated })
  const tasks = await prepareTasks(page, ports, seconds)

  const measured = []
  for (let round = 0; round <= rounds; round++) {
    const measurements = {}
    for (const variant of rotate([...servers.keys()], round)) {
      progress.show(`${page.name}: ${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}, ${variant}`)
      measurements[variant] = await takeTurn(servers.get(variant), load, tasks[variant])
    }
    if (round > 0) measured.push(measurements)
    else if (isRepeated) sizes = await verify(page, ports, { isCoded: true })
  }
  return { sizes, rounds: measured }
}

async function listening (servers) {
  const ports = [...servers].map(async ([variant, server]) => [variant, (await server.next(GRACE)).port])
  return Object.fromEntries(await Promise.all(ports))
}

async function prepareTasks (page, ports, seconds) {
  const tasks = {}
  for (const [variant, port] of Object.entries(ports)) {
    tasks[variant] = { port, ...await conditions(page, variant, port), connections: CONNECTIONS, seconds }
  }
  return tasks
}

async function takeTurn (server, load, task) {
  await server.ask('usage', GRACE)
  const { requestsPerSecond, failures } = await load.ask(task, task.seconds + GRACE)
  const usage = await server.ask('usage', GRACE)
  if (failures > 0) throw new Error(`${failures} requests to ${server.name} failed`)
  return { requestsPerSecond, ...usage }
}

function describe ({ name, title, headers, revalidates, variants, baseline, ours, limit, expected }, sizes) {
  return {
    name,
    title,
    variants,
    baseline,
    ours,
    limit,
    expected,
    bytes: revalidates ? 0 : sizes.wire,
    ...headers['Accept-Encoding'] === 'gzip' && { gzip: sizes }
  }
}

module.exports = { CONNECTIONS, measure }
