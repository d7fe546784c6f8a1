'use strict'

const { Child } = require('../bin/measure/child')
const { interleave } = require('../bin/measure/interleave')
const progress = require('../bin/measure/progress')

/** Seconds that a child may take in addition to its work. */
const GRACE = 10

/** @typedef {{ server: Child, port: number, connections: number }} Contender a server, whose script calls `serve()`, under a load */

/**
 * The result of a contender's turn: requests per second, the share of the time in which the server's event loop was busy, and
 * microseconds of processor time of all server threads, per request.
 *
 * @typedef {{ requestsPerSecond: number, utilization: number, cpu: number }} Turn
 */

/**
 * Starts servers and a load, passes them to `use`, and ends them.
 *
 * @param {Record<string, { file: string, args: string[] }>} servers scripts by name
 */
async function withServers (servers, use) {
  const load = new Child('bench/load.js')
  try {
    return await withChildren(servers, (listening) => use(load, listening))
  } finally {
    load.kill()
  }
}

/** Starts servers, passes them to `use` when they listen, and ends them. */
async function withChildren (servers, use) {
  const children = Object.entries(servers).map(([name, { file, args }]) => [name, new Child(file, args)])
  try {
    const listening = children.map(async ([name, server]) => [name, { server, port: (await server.next(GRACE)).port }])
    return await use(Object.fromEntries(await Promise.all(listening)))
  } finally {
    for (const [, server] of children) server.kill()
  }
}

/**
 * @param {object} how
 * @param {number} how.seconds length of a turn
 * @param {string} how.title for the progress line
 */
function contest (contenders, { load, rounds, title, ...task }) {
  return interleave(Object.keys(contenders), {
    rounds,
    onRound: (round) => progress.show(`${title}: ${round}`),
    takeTurn: (name) => takeTurn(contenders[name], load, task)
  })
}

async function takeTurn ({ server, port, connections }, load, task) {
  const { utilization, cores, ...answer } = await loadServer(server, load, { ...task, port, headers: {}, status: 200, connections })
  return { ...answer, utilization, cpu: cores * 1e6 / answer.requestsPerSecond }
}

/**
 * @param {object} task see `load.js`
 * @returns {Promise<object>} results of the load, and resources that the server used
 * @throws {Error} if a request failed
 */
async function loadServer (server, load, task) {
  await server.ask('usage', GRACE)
  const { failures, ...answer } = await load.ask(task, task.seconds + GRACE)
  const usage = await server.ask('usage', GRACE)
  if (failures > 0) throw new Error(`${failures} requests to ${server.name} failed`)
  return { ...answer, ...usage }
}

module.exports = { GRACE, contest, loadServer, withChildren, withServers }
