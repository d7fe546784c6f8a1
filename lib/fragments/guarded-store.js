'use strict'

const { setImmediate, setTimeout, clearTimeout } = require('node:timers')
const { setTimeout: wait } = require('node:timers/promises')
const { describeType } = require('../describe-type')
const { checkCall } = require('../options')

/** The default of `deadline`, in milliseconds. */
const DEADLINE = 100

/** Milliseconds by which a timer is late if the event loop was blocked. */
const BLOCKED = 20

/** Failures in a row after which the store counts as away. */
const MOST_FAILURES = 3

/** Milliseconds between attempts to reach a store that has failed, and one that is away. */
const RETRY_PAUSE = 50
const PROBE_INTERVAL = 1000

/** Late answers in a row to a store that is away, one a second, after which a warning names it. */
const MOST_LATE = 3

/**
 * Operations that are repeated at the same time. CPU ms of the longest turn of the event loop, when 20,000 and 100,000
 * invalidations reach a Redis that is back: 12 to 28, and 22 to 66; if all are repeated at once, none arrives within a minute
 * (bench/fleet.js of 1.0.0 with `--only queue`, Node 24).
 */
const BATCH = 256

/** @typedef {import('../../types').FragmentStore} Store Keyv is one */

/** An operation of the store has failed. */
class StoreError extends Error {}

/** A store with a deadline for each operation, and a breaker: while the store is away, operations fail at once. */
class GuardedStore {
  /** @throws {TypeError} if it is no store */
  constructor (store) {
    if (!isStore(store)) throw new TypeError(`The option "fragments.store" must be an object with get(), set() and delete(), such as redisStore(client) or a Keyv, got ${describeType(store)}`)
    this.store = store
    this.deadline = checkCall('a fragment store', { deadline: store.deadline }).deadline ?? DEADLINE
    /** Key → the operation that the store has not taken yet, see `ensure`. @type {Map<string, () => Promise<unknown>>} */
    this.unfinished = new Map()
    this.isProbing = false
    /** Whether the breaker is open. */
    this.isAway = false
    /** When the store was last away, by `performance.now()`. */
    this.returnedAt = -Infinity
    /** The milliseconds that the latest answer took, in time or not, and when it came. @type {number | undefined} */
    this.latency = undefined
    this.answeredAt = -Infinity
    /** Whether a warning has said that the store is too slow. */
    this.isReported = false
  }

  get canAdd () {
    return typeof this.store.add === 'function'
  }

  /** @returns {Promise<string | undefined>} */
  get (key) {
    return this.run(() => this.inTime(this.store.get(key)))
  }

  /** @returns {Promise<(string | undefined)[]>} */
  getMany (keys) {
    return this.run(() => this.getManyNow(keys))
  }

  async getManyNow (keys) {
    const { store } = this
    return this.inTime(typeof store.getMany === 'function' ? store.getMany(keys) : Promise.all(keys.map((key) => store.get(key))))
  }

  async set (key, value, ttl) {
    await this.run(() => this.setNow(key, value, ttl))
  }

  async delete (key) {
    await this.run(() => this.inTime(this.store.delete(key)))
  }

  /**
   * Runs an operation. If it fails, it is repeated in the background until the store takes it, before a store that was
   * away counts as there again.
   *
   * @param {string} key that the operation changes; the next one for the key replaces it
   * @param {() => Promise<unknown>} operation `setNow`. The store may have taken one that has failed
   * @throws {StoreError} if the store does not take it at once
   */
  async ensure (key, operation) {
    try {
      await this.run(operation)
      this.unfinished.delete(key)
    } catch (error) {
      this.unfinished.set(key, operation)
      this.probe()
      throw error
    }
  }

  /** @returns {Promise<boolean>} whether the key was absent */
  add (key, value, ttl) {
    return this.run(() => this.inTime(this.store.add(key, value, ttl)))
  }

  /** @throws {StoreError} if the operation fails or takes too long, or the store is away */
  async run (operation) {
    if (this.isAway) throw new StoreError('The fragment store is away')
    try {
      return await operation()
    } catch (error) {
      this.probe()
      throw new StoreError(`The fragment store has failed: ${error?.message ?? error}`, { cause: error })
    }
  }

  /** After a failed operation: tries the store until it has taken everything. If it fails on, it counts as away. */
  async probe () {
    if (this.isProbing) return
    this.isProbing = true
    let failures = 1
    let late = 0
    for (;;) {
      const start = performance.now()
      try {
        await this.tryOut()
        failures = 0
        while (this.unfinished.size > 0) await this.finishBatch()
        break
      } catch {
        failures++
      }
      this.isAway ||= failures >= MOST_FAILURES
      const isUndecided = failures > 1 && !this.isAway
      await wait(isUndecided ? RETRY_PAUSE : PROBE_INTERVAL, undefined, { ref: false })
      const isLate = failures > 1 && this.isAway && this.answeredAt > start && this.latency > this.deadline
      late = isLate ? late + 1 : 0
      if (late === MOST_LATE) this.reportLatency()
    }
    this.isProbing = false
    if (!this.isAway) return
    this.isAway = false
    this.returnedAt = performance.now()
  }

  /** Writes and reads, since a store may refuse one of them: a full one, a replica, a user without the right. */
  async tryOut () {
    await this.setNow('probe', String(Math.random()), 60 * PROBE_INTERVAL)
    await this.inTime(this.store.get('probe'))
    await this.getManyNow(['probe'])
  }

  /** What is done stays done if another operation of the batch fails. */
  async finishBatch () {
    const batch = []
    for (const [key, operation] of this.unfinished) {
      if (batch.push(this.finish(key, operation)) === BATCH) break
    }
    await Promise.all(batch)
  }

  async finish (key, operation) {
    await operation()
    if (this.unfinished.get(key) === operation) this.unfinished.delete(key)
  }

  /** Sets a key, also while the store counts as away. */
  async setNow (key, value, ttl) {
    const { store, canAdd } = this
    const before = canAdd || await this.inTime(store.get(key))
    // Keyv gives false for an error.
    if (await this.inTime(store.set(key, value, ttl)) === false) throw new Error('set() gave false')
    // Keyv with @keyv/redis gives true for an error.
    if (!canAdd && await this.inTime(store.get(key)) === before) throw new Error('set() has changed nothing')
  }

  /**
   * A late answer is no failure if the event loop was blocked, not the store: it may be there when the loop runs again, or
   * the question has not been sent yet.
   *
   * @template Value
   * @returns {Promise<Value>}
   */
  async inTime (answer) {
    const start = performance.now()
    const { deadline } = this
    let timer
    const late = new Promise((resolve, reject) => {
      const giveUp = () => setImmediate(() => reject(new Error(`no answer within ${deadline} ms`)))
      timer = setTimeout(() => {
        if (performance.now() - start < deadline + BLOCKED) giveUp()
        else timer = setTimeout(giveUp, deadline)
      }, deadline)
    })
    const timed = Promise.resolve(answer).then((value) => {
      this.answeredAt = performance.now()
      this.latency = this.answeredAt - start
      return value
    })
    try {
      return await Promise.race([timed, late])
    } finally {
      clearTimeout(timer)
    }
  }

  reportLatency () {
    if (this.isReported) return
    this.isReported = true
    process.emitWarning(`The fragment store (${this.store.constructor?.name}) is not used, since it takes ${Math.round(this.latency)} ms to answer, ` +
      `more than its deadline of ${this.deadline} ms. Bring it nearer, or give it a longer "deadline"`, { code: 'BUFFERED_RENDER_STORE' })
  }
}

function isStore (value) {
  return typeof value === 'object' && value !== null && ['get', 'set', 'delete'].every((name) => typeof value[name] === 'function')
}

module.exports = { GuardedStore, StoreError }
