'use strict'

const { randomInt } = require('node:crypto')
const { once } = require('node:events')
const net = require('node:net')

/** Below the ephemeral ports of systems, so that no other test is given one of these. */
const FIRST = 10_000
const COUNT = 20_000

/** So many workers of Jest have ports of their own. Without Jest, the benchmark has those of one. */
const SHARES = 8

/** @returns {Promise<number>} an unused port, for a server that needs its port in advance */
async function freePort () {
  const share = Number(process.env.JEST_WORKER_ID ?? 0) % SHARES
  for (;;) {
    const port = FIRST + randomInt(COUNT / SHARES) * SHARES + share
    if (await isFree(port)) return port
  }
}

async function isFree (port) {
  const server = net.createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

module.exports = { freePort }
