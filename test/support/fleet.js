'use strict'

const { fork } = require('node:child_process')
const { randomUUID } = require('node:crypto')
const { once } = require('node:events')
const path = require('node:path')
const { monitorEventLoopDelay } = require('node:perf_hooks')
const { setTimeout } = require('node:timers/promises')
const { childEnv } = require('./child-env')
const { gate } = require('./gate')
const { describeWithRedis, startRedis } = require('./redis')

const WORKER = path.join(__dirname, '..', 'fragments', 'fleet-worker.js')

/**
 * How long after an invalidation a page may be as before: the rule of cached fragments. It counts from the end of
 * `invalidate` to the begin of a call, both read from the machine's clock in the process itself, so it needs no
 * allowance for a slow machine.
 */
const LONGEST_STALE = 1100

/** Milliseconds of the machine's clock, which is the same in all processes. */
const now = () => Number(process.hrtime.bigint()) / 1e6

/** Milliseconds for which no process may stand still: the library gives its store 100. */
const LONGEST_STALL = 50
const MOST_TRIES = 5

/** The processes that a test file has not stopped, which must not outlive it. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/**
 * A call of a cached fragment.
 *
 * @typedef {{ name: string, args: any[], start: number, end: number, text?: string, error?: string }} Call
 */

/** A server of the fleet: a process with a renderer, see `fleet-worker.js`. */
class Worker {
  #child
  #answers = new Map()
  #fleet

  constructor (fleet, options) {
    this.#fleet = fleet
    const env = childEnv({ NODE_ENV: 'production', NODE_NO_WARNINGS: options.isQuiet ? '1' : '0' })
    this.#child = fork(WORKER, [JSON.stringify(options)], { env, execArgv: [] })
    running.add(this.#child)
    this.#child.on('message', (message) => this.#receive(message))
    // What it was asked, it never answers.
    this.#child.once('exit', () => this.#answers.forEach(({ reject }) => reject(new Error('The process has ended'))))
  }

  get isRunning () { return this.#child.connected }

  /** @returns {Promise<Call>} rejected if the call is */
  async call (name, ...args) {
    const [call] = await this.callAll([[name, ...args]])
    if (call.error !== undefined) throw new Error(call.error)
    return call
  }

  /**
   * @param {any[][]} calls each a name and arguments, all of one turn of the event loop
   * @returns {Promise<Call[]>}
   */
  callAll (calls) { return this.#ask('callAll', calls) }

  /**
   * Calls random ones of these for a while.
   *
   * @param {any[][]} calls
   * @param {{ ms: number, pause?: number }} options the pause between two calls, which do not wait for each other
   * @returns {Promise<Call[]>} once all are answered
   */
  drive (calls, options) { return this.#ask('drive', calls, options) }

  /** @returns {Promise<number>} when it ended */
  invalidate (tag) { return this.#ask('invalidate', tag) }

  /** @returns {Promise<number>} when it ended */
  invalidateCall (name, ...args) { return this.#ask('invalidateCall', name, args) }

  /** @returns {Promise<object>} `stats().fragments` */
  stats () { return this.#ask('stats') }

  /** @returns {Promise<{ etag: string, body: string }>} of a page around the fragment, by HTTP */
  page (name, ...args) { return this.#ask('page', name, args) }

  /** Blocks the event loop again and again. @returns {Promise<Call[]>} one for each time */
  block (times, ms) { return this.#ask('block', times, ms) }

  /** @returns {Promise<number>} the longest time that the process stood still, in milliseconds */
  stall () { return this.#ask('stall') }

  /** @returns {Promise<string[]>} unhandled rejections and warnings */
  problems () { return this.#ask('problems') }

  async stop () {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      this.#child.kill('SIGKILL')
      await once(this.#child, 'exit')
    }
    running.delete(this.#child)
  }

  /** @returns {Promise<void>} once it can be asked */
  ready () { return this.#ask('ready') }

  #ask (method, ...args) {
    const id = randomUUID()
    return new Promise((resolve, reject) => {
      this.#answers.set(id, { resolve, reject })
      this.#child.send({ id, method, args })
    })
  }

  async #receive ({ id, value, error, load, operation }) {
    if (load !== undefined || operation !== undefined) {
      const answer = load === undefined ? this.#fleet.operate(this, operation) : this.#fleet.load(this, load)
      const given = await answer.then((answer) => ({ answer }), (error) => ({ error: error.message }))
      if (this.#child.connected) this.#child.send({ answered: id, ...given })
      return
    }
    const { resolve, reject } = this.#answers.get(id)
    this.#answers.delete(id)
    if (error === undefined) resolve(value)
    else reject(new Error(error))
  }
}

/** Several servers, and the data of their pages: each key has a version, which a load reads as it begins. */
class Fleet {
  /** @type {Worker[]} */
  workers = []
  /** @type {{ worker: number, key: string, start: number, end?: number }[]} */
  loads = []
  /** Performs an operation of a store `of the parent`. @type {(worker: Worker, operation: any[]) => Promise<unknown>} */
  operate
  /** Milliseconds that a load takes. */
  loadTime = 10
  #versions = new Map()
  #held = Promise.resolve()

  /**
   * @param {object} options of the worker
   * @returns {Promise<Worker>} that has joined
   */
  async join (options) {
    const worker = new Worker(this, options)
    this.workers.push(worker)
    await worker.ready()
    return worker
  }

  /** @returns {number} */
  versionOf (key) {
    return this.#versions.get(key) ?? 1
  }

  /** @returns {number} the new version of the data */
  change (key) {
    const version = this.versionOf(key) + 1
    this.#versions.set(key, version)
    return version
  }

  /** @returns {() => void} lets the loads go on that have read their data and those to come */
  hold () {
    const { promise, open } = gate()
    this.#held = promise
    return open
  }

  /** @returns {Promise<number>} the version that the load of a worker reads */
  async load (worker, { key }) {
    const entry = { worker: this.workers.indexOf(worker), key, start: now() }
    this.loads.push(entry)
    const version = this.versionOf(key)
    await this.#held
    await setTimeout(this.loadTime)
    entry.end = now()
    return version
  }

  loadsOf (key) {
    return this.loads.filter((load) => load.key === key)
  }

  async stop () {
    await Promise.all(this.workers.map((worker) => worker.stop()))
  }
}

/** The fleet that the present test has started. @type {Fleet | undefined} */
let latest

/**
 * As `it`, for tests whose expectations hold if the store answers within 100 ms. On a machine that has too much to do, it
 * may not. A test that fails while a process stood still for half of that time is repeated, which is printed.
 *
 * @param {() => unknown} [stop] what a test has started besides its fleet
 * @returns {(title: string, run: () => Promise<void>) => void}
 */
function itWithStop (stop = () => {}) {
  const attempt = async (run) => {
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    try {
      await run()
    } catch (error) {
      const stalls = await Promise.all((latest?.workers ?? []).filter(({ isRunning }) => isRunning).map((worker) => worker.stall()))
      return { error, stall: Math.round(Math.max(delay.max / 1e6, ...stalls)) }
    } finally {
      delay.disable()
      await latest?.stop()
      await stop()
    }
  }
  return (title, run) => it(title, async () => {
    for (let tries = 1; ; tries++) {
      latest = undefined
      const failure = await attempt(run)
      if (failure === undefined) return
      if (tries === MOST_TRIES || failure.stall < LONGEST_STALL) throw failure.error
      process.stderr.write(`${title}: repeated, since a process stood still for ${failure.stall} ms: ${failure.error.message}\n`)
    }
  })
}

/**
 * @param {object[]} workers the options of each
 * @returns {Promise<Fleet>}
 */
async function startFleet (...workers) {
  const fleet = new Fleet()
  latest = fleet
  await Promise.all(workers.map((options) => fleet.join(options)))
  return fleet
}

/**
 * As `describeWithRedis`, for tests of fleets that share a Redis, each test its own.
 *
 * @param {string} title
 * @param {(kit: { itRuns: ReturnType<typeof itWithStop>, start: (options?: object, own?: object[]) => Promise<Fleet>, server: object }) => void} define
 *   the tests; `start` takes options of all workers, and those of each of three
 */
function describeFleet (title, define) {
  describeWithRedis(title, () => {
    const kit = {
      itRuns: itWithStop(() => kit.server?.stop()),
      async start (options, own = [{}, {}, {}]) {
        kit.server = await startRedis()
        const shared = { url: kit.server.url, prefix: `${unique()}:`, ...options }
        return startFleet(...own.map((each) => ({ ...shared, ...each })))
      }
    }
    define(kit)
  })
}

/** @returns {string} a version and prefix of a test's own */
function unique () {
  return randomUUID()
}

/**
 * @param {string} text of a page
 * @returns {Map<string, number>} the version of each key that it shows, the oldest if there are several
 */
function versionsIn (text) {
  const versions = new Map()
  for (const [, key, digits] of text.matchAll(/([\w:]+)=v(\d+);/g)) {
    versions.set(key, Math.min(Number(digits), versions.get(key) ?? Infinity))
  }
  return versions
}

/**
 * @param {Call[]} calls
 * @param {{ key: string, version: number, ended: number }[]} changes each with the end of its invalidation
 * @param {number} [allowed] milliseconds
 * @returns {string[]} the pages that were older than an invalidation that had ended so long before
 */
function stalePages (calls, changes, allowed = LONGEST_STALE) {
  return calls.filter(({ text }) => text !== undefined).flatMap(({ name, args, start, text }) => {
    const versions = versionsIn(text)
    return changes
      .filter(({ key, version, ended }) => start > ended + allowed && versions.get(key) < version)
      .map(({ key, version, ended }) =>
        `${name}(${args}) shows ${key} ${versions.get(key)} instead of ${version}, ${Math.round(start - ended)} ms after`)
  })
}

/** @returns {string[]} the errors of calls */
function failuresOf (calls) {
  return calls.filter(({ error }) => error !== undefined).map(({ name, args, error }) => `${name}(${args}): ${error}`)
}

/** @returns {string[]} the pages that are not those of their arguments */
function wrongPages (calls) {
  return calls
    .filter(({ name, args, text }) => text !== undefined && !text.includes(`[${[name, ...args].join(':')}]`))
    .map(({ name, args, text }) => `${name}(${args}) is ${text}`)
}

module.exports = { LONGEST_STALE, describeFleet, failuresOf, itWithStop, now, stalePages, startFleet, unique, versionsIn, wrongPages }
