'use strict'

const { setTimeout: wait } = require('node:timers/promises')
const { Child } = require('../bin/measure/child')
const progress = require('../bin/measure/progress')
const { addPairs } = require('./pairs')

/** Seconds that a child may take in addition to its work. */
const GRACE = 10
/** Seconds in which servers start, as many as are compared, all at once. */
const START = 60
/** Seconds of a turn, and of the first one of each server. With a shorter one, the first pairs pay for V8's compilers. */
const TURN = 0.25
const WARM_UP = 2
/** Milliseconds after which a server has answered what it was asked. */
const SETTLED = 50

/** Starts servers, see `withChildren`, and a load, passes them to `use`, and ends them. */
async function withServers (servers, use) {
  const load = new Child('bench/load.js')
  try {
    return await withChildren(servers, (listening) => use(load, listening))
  } finally {
    load.kill()
  }
}

/**
 * Starts servers, whose scripts call `serve()`, passes them to `use` when they listen, and ends them.
 *
 * @param {Record<string, { file: string, args: string[] }>} servers scripts by name
 */
async function withChildren (servers, use) {
  const children = Object.entries(servers).map(([name, { file, args }]) => [name, new Child(file, args)])
  try {
    const listening = children.map(async ([name, server]) => [name, { server, port: (await server.next(START)).port }])
    return await use(Object.fromEntries(await Promise.all(listening)))
  } finally {
    for (const [, server] of children) server.kill()
  }
}

/**
 * @returns {Promise<number>} microseconds of CPU time of all threads of a server per request, under a task of the load, see `load.js`
 * @throws {Error} if a request failed
 */
async function loadServer (server, load, task) {
  const before = await server.ask('usage', GRACE)
  const { failures } = await load.ask(task, task.seconds + GRACE)
  // The last requests, which the load has cut off, count as well.
  await wait(SETTLED)
  const after = await server.ask('usage', GRACE)
  if (failures > 0) throw new Error(`${failures} requests to ${server.name} failed`)
  return (after.cpu - before.cpu) / (after.requests - before.requests)
}

/**
 * Adds pairs of turns of servers under load, see `pairs.js`, after a warm-up.
 *
 * @param {import('./pairs').Groups} groups
 * @param {Record<string, { server: Child, port: number, headers: object, status: number, connections: number }>} servers with their requests
 * @param {{ title: string, pairs: number, load: Child }} how
 */
async function loadInPairs (groups, servers, { load, ...how }) {
  const turn = (seconds) => (name) => {
    const { server, ...task } = servers[name]
    return loadServer(server, load, { ...task, seconds })
  }
  progress.show(`${how.title}: warm-up`)
  for (const name of Object.keys(servers)) await turn(WARM_UP)(name)
  await addPairs(groups, { ...how, takeTurn: turn(TURN) })
}

module.exports = { GRACE, TURN, loadInPairs, loadServer, withChildren, withServers }
