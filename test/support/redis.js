'use strict'

const { execFile, spawn } = require('node:child_process')
const { once } = require('node:events')
const { mkdtempSync, rmSync } = require('node:fs')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const { setTimeout } = require('node:timers/promises')
const { promisify } = require('node:util')
const { askUntil } = require('./ask-until')
const { freePort } = require('./free-port')
const { describeWith } = require('./programs')

/** The processes that a test file has not stopped, which must not outlive it. */
const running = new Set()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** A Redis of its own for a test: on a free port, in memory only. */
class RedisServer {
  #args
  #dir = mkdtempSync(path.join(os.tmpdir(), 'buffered-render-redis-'))
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child

  /**
   * @param {number} port
   * @param {string[]} args further arguments of `redis-server`
   */
  constructor (port, args) {
    this.port = port
    this.url = `redis://127.0.0.1:${port}`
    this.#args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', this.#dir, ...args]
  }

  /** Starts it, empty, on the same port as before. */
  async start () {
    this.#child = spawn('redis-server', this.#args, { stdio: 'ignore' })
    running.add(this.#child)
    await askUntil(() => this.cli('ping').catch(String), (answer) => answer === 'PONG')
  }

  /** Ends it as a crash does. */
  async kill () {
    if (this.#child === undefined) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
    running.delete(this.#child)
    this.#child = undefined
  }

  /** Connections stay open, and nothing is answered. */
  freeze () {
    this.#child.kill('SIGSTOP')
  }

  thaw () {
    this.#child.kill('SIGCONT')
  }

  /** Ends it for good. */
  async stop () {
    await this.kill()
    rmSync(this.#dir, { recursive: true, force: true })
  }

  /**
   * @param {...string} args of a command
   * @returns {Promise<string>} its answer
   */
  async cli (...args) {
    const { stdout } = await promisify(execFile)('redis-cli', ['-p', String(this.port), ...args], { maxBuffer: 2 ** 28 })
    return stdout.trim()
  }
}

/**
 * @param {...string} args further arguments of `redis-server`, such as `'--maxmemory', '2mb'`
 * @returns {Promise<RedisServer>} that runs
 */
async function startRedis (...args) {
  const server = new RedisServer(await freePort(), args)
  await server.start()
  return server
}

/** @returns {Promise<RedisServer[]>} the three nodes of a cluster, without replicas */
async function startCluster () {
  const nodes = []
  for (let i = 0; i < 3; i++) {
    nodes.push(await startRedis('--cluster-enabled', 'yes', '--cluster-port', String(await freePort())))
  }
  await nodes[0].cli('--cluster', 'create', ...nodes.map(({ port }) => `127.0.0.1:${port}`), '--cluster-yes')
  for (const node of nodes) await askUntil(() => node.cli('cluster', 'info'), (info) => info.includes('cluster_state:ok'))
  return nodes
}

/** A way to a server, which may take its time, or be closed. */
class SlowWay {
  /** Milliseconds, each way. */
  delay
  /** How often the client sent something after an answer, or first. */
  turns = 0
  #server
  #sockets = new Set()

  constructor (port, delay) {
    this.delay = delay
    this.#server = net.createServer((client) => this.#join(client, net.connect(port, '127.0.0.1')))
  }

  /** Opens it, again after `close` on the same port. */
  async open () {
    this.port ??= await freePort()
    this.url = `redis://127.0.0.1:${this.port}`
    this.#server.listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  /** Ends all connections. Further ones are refused. */
  close () {
    this.#server.close()
    this.#sockets.forEach((socket) => socket.destroy())
    this.#sockets.clear()
  }

  #join (client, server) {
    let asking = false
    client.on('data', () => {
      if (!asking) this.turns++
      asking = true
    })
    server.on('data', () => { asking = false })
    this.#pass(client, server)
    this.#pass(server, client)
  }

  #pass (from, to) {
    this.#sockets.add(from)
    from.on('error', () => {})
    from.on('close', () => to.destroy())
    from.on('data', async (bytes) => {
      if (this.delay > 0) await setTimeout(this.delay)
      if (!to.destroyed) to.write(bytes)
    })
  }
}

/**
 * @param {RedisServer} server
 * @param {number} delay in milliseconds, each way; 0 to count turns only
 * @returns {Promise<SlowWay>}
 */
async function slowWayTo (server, delay) {
  const way = new SlowWay(server.port, delay)
  await way.open()
  return way
}

/**
 * As `describe`, for tests that start servers.
 *
 * @param {string} title
 * @param {() => void} define the tests
 */
function describeWithRedis (title, define) {
  describeWith(title, ['redis-server'], define)
}

/**
 * As `describeWithRedis`, with servers that the tests share.
 *
 * @param {string} title
 * @param {(started: { nodes: RedisServer[], server: RedisServer }) => void} define the tests; before they run, it is empty
 * @param {() => Promise<RedisServer[]>} [start]
 */
function describeWithServers (title, define, start = async () => [await startRedis()]) {
  describeWithRedis(title, () => {
    const started = {}
    beforeAll(async () => {
      started.nodes = await start()
      ;[started.server] = started.nodes
    })
    afterAll(() => Promise.all(started.nodes.map((node) => node.stop())))
    define(started)
  })
}

module.exports = { RedisServer, describeWithRedis, describeWithServers, slowWayTo, startCluster, startRedis }
