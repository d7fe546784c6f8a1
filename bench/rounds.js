'use strict'

const { Child } = require('./child')
const verify = require('./verify')

const CONNECTIONS = 50
/** Seconds that a child may take beyond those it was told to work. */
const GRACE = 10

/**
 * @typedef {object} Measurement
 * @property {number} requestsPerSecond
 * @property {number} utilization the share of the time in which the server was busy
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
 * @param {(text: string) => void} how.progress
 * @returns {Promise<{ name: string, bytes: number, rounds: Record<string, Measurement>[] }>}
 */
async function measure ({ name, variants }, { load, rounds, seconds, progress }) {
  const servers = new Map(variants.map((variant) => [variant, new Child('server.js', [name, variant])]))
  try {
    const ports = await listening(servers)
    const bytes = await verify(ports)
    const measured = []
    for (let round = 0; round <= rounds; round++) {
      const measurements = {}
      for (const variant of rotate(variants, round)) {
        progress(`${name}: ${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}, ${variant}`)
        measurements[variant] = await takeTurn(servers.get(variant), load, { port: ports[variant], seconds })
      }
      if (round > 0) measured.push(measurements)
    }
    return { name, bytes, rounds: measured }
  } catch (error) {
    throw new Error(`${name}: ${error.message}`, { cause: error })
  } finally {
    for (const server of servers.values()) server.kill()
  }
}

async function listening (servers) {
  const ports = [...servers].map(async ([variant, server]) => [variant, (await server.next(GRACE)).port])
  return Object.fromEntries(await Promise.all(ports))
}

async function takeTurn (server, load, { port, seconds }) {
  await server.ask('utilization', GRACE)
  const { requestsPerSecond, failures } = await load.ask({ port, connections: CONNECTIONS, seconds }, seconds + GRACE)
  const utilization = await server.ask('utilization', GRACE)
  if (failures > 0) throw new Error(`${failures} requests to ${server.name} failed`)
  return { requestsPerSecond, utilization }
}

function rotate (list, by) {
  const start = by % list.length
  return [...list.slice(start), ...list.slice(0, start)]
}

module.exports = { CONNECTIONS, measure }
