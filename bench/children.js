'use strict'

const { Child } = require('../bin/measure/child')
const { interleave } = require('./interleave')

/** Seconds that a child may take in addition to its work. */
const GRACE = 10

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
    const listening = children.map(async ([name, server]) => [name, { server, port: (await server.next(GRACE)).port }])
    return await use(Object.fromEntries(await Promise.all(listening)))
  } finally {
    for (const [, server] of children) server.kill()
  }
}

/**
 * @returns {Promise<object>} results of a task of the load, see `load.js`, and resources that the server used
 * @throws {Error} if a request failed
 */
async function loadServer (server, load, task) {
  await server.ask('usage', GRACE)
  const { failures, ...answer } = await load.ask(task, task.seconds + GRACE)
  const usage = await server.ask('usage', GRACE)
  if (failures > 0) throw new Error(`${failures} requests to ${server.name} failed`)
  return { ...answer, ...usage }
}

/**
 * Loads servers in turns, after a warm-up.
 *
 * @param {Record<string, { server: Child, port: number }>} servers
 * @param {{ title: string, rounds: number } & object} how the rest is the task of each turn, without its port
 * @returns {Promise<Record<string, object[]>>} see `loadServer`, by name and round
 */
function loadInTurns (servers, load, { title, rounds, ...task }) {
  const takeTurn = (name) => loadServer(servers[name].server, load, { port: servers[name].port, ...task })
  return interleave(Object.keys(servers), { title, rounds, takeTurn })
}

module.exports = { GRACE, loadInTurns, loadServer, withChildren, withServers }
