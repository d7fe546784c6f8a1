'use strict'

const { setImmediate, setTimeout, clearTimeout } = require('node:timers')
const { describeType } = require('../describe-type')

/** Milliseconds for one operation of the store. */
const DEADLINE = 100

/** Milliseconds by which a timer is late if the event loop was blocked. */
const BLOCKED = 20

/** Failures in a row after which the store counts as away. Operations at the same time fail once. */
const MOST_FAILURES = 3

/** Milliseconds between attempts to reach a store that is away. */
const PROBE_INTERVAL = 1000

/**
 * A fragment store. Times are in milliseconds. Keyv is one; `add`, which sets a key only if it is absent, is optional.
 *
 * @typedef {object} Store
 * @property {(key: string) => Promise<string | undefined>} get
 * @property {(key: string, value: string, ttl: number) => Promise<unknown>} set gives false if it has failed
 * @property {(key: string) => Promise<unknown>} delete
 * @property {(key: string, value: string, ttl: number) => Promise<boolean>} [add] gives whether the key was absent
 */

/** An operation of the store has failed. */
class StoreError extends Error {}

/** A store with a deadline for each operation, and a breaker: while the store is away, operations fail at once. */
class GuardedStore {
  /**
   * @param {Store} store
   * @throws {TypeError} if it is no store
   */
  constructor (store) {
    if (!isStore(store)) throw new TypeError(`The option "fragments.store" must be an object with get(), set() and delete(), such as redisStore(client) or a Keyv, got ${describeType(store)}`)
    this.store = store
    this.failures = 0
    /** When the last of them was. */
    this.failedAt = -Infinity
    /** Key → the operation that the store has not taken yet, see `ensure`. @type {Map<string, () => Promise<unknown>>} */
    this.unfinished = new Map()
    this.isProbing = false
    /** Whether the breaker is open. */
    this.isAway = false
    /** When the store was last away, by `performance.now()`. */
    this.returnedAt = -Infinity
  }

  get canAdd () {
    return typeof this.store.add === 'function'
  }

  /** @returns {Promise<string | undefined>} */
  async get (key) {
    const value = await this.run(() => withinDeadline(this.store.get(key)))
    // Keyv gives undefined after an error, too.
    if (value !== undefined) this.failures = 0
    return value
  }

  async set (key, value, ttl) {
    await this.run(() => this.setNow(key, value, ttl))
    this.failures = 0
  }

  /**
   * Runs an operation. If it fails, it is repeated in the background until the store takes it, before a store that was
   * away counts as there again.
   *
   * @param {string} key that the operation changes; the next one for the key replaces it
   * @param {() => Promise<unknown>} operation `setNow` or `deleteNow`. The store may have taken one that has failed
   * @throws {StoreError} if the store does not take it at once
   */
  async ensure (key, operation) {
    try {
      await this.run(operation)
      this.failures = 0
      this.unfinished.delete(key)
    } catch (error) {
      this.unfinished.set(key, operation)
      this.probeLater()
      throw error
    }
  }

  /** @returns {Promise<boolean>} whether the key was absent */
  async add (key, value, ttl) {
    const isAdded = await this.run(() => withinDeadline(this.store.add(key, value, ttl)))
    this.failures = 0
    return isAdded
  }

  /**
   * @param {() => Promise<unknown>} operation
   * @throws {StoreError} if it fails or takes too long, or the store is away
   */
  async run (operation) {
    if (this.isAway) throw new StoreError('The fragment store is away')
    const start = performance.now()
    try {
      return await operation()
    } catch (error) {
      if (start >= this.failedAt) this.countFailure()
      throw new StoreError(`The fragment store has failed: ${error?.message ?? error}`, { cause: error })
    }
  }

  countFailure () {
    this.failedAt = performance.now()
    if (++this.failures < MOST_FAILURES) return
    this.isAway = true
    this.probeLater()
  }

  probeLater () {
    if (this.isProbing) return
    this.isProbing = true
    setTimeout(() => this.probe(), PROBE_INTERVAL).unref()
  }

  async probe () {
    this.isProbing = false
    try {
      await this.setNow('probe', '', 60 * PROBE_INTERVAL)
      await Promise.all(Array.from(this.unfinished, ([key, operation]) => this.finish(key, operation)))
    } catch {
      return this.probeLater()
    }
    if (!this.isAway) return
    this.failures = 0
    this.isAway = false
    this.returnedAt = performance.now()
  }

  async finish (key, operation) {
    await operation()
    if (this.unfinished.get(key) === operation) this.unfinished.delete(key)
  }

  /** Sets a key, also while the store counts as away. */
  async setNow (key, value, ttl) {
    // Keyv gives false for an error.
    if (await withinDeadline(this.store.set(key, value, ttl)) === false) throw new Error('set() gave false')
  }

  /** Deletes a key, also while the store counts as away. */
  async deleteNow (key) {
    await withinDeadline(this.store.delete(key))
  }
}

/**
 * A late answer is no failure if the event loop was blocked, not the store: it may be there when the loop runs again, or
 * the question has not been sent yet.
 *
 * @template Value
 * @param {Promise<Value> | Value} answer
 * @returns {Promise<Value>}
 */
async function withinDeadline (answer) {
  const start = performance.now()
  let timer
  const late = new Promise((resolve, reject) => {
    const giveUp = () => setImmediate(() => reject(new Error(`no answer within ${DEADLINE} ms`)))
    timer = setTimeout(() => {
      if (performance.now() - start < DEADLINE + BLOCKED) giveUp()
      else timer = setTimeout(giveUp, DEADLINE)
    }, DEADLINE)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

function isStore (value) {
  return typeof value === 'object' && value !== null && ['get', 'set', 'delete'].every((name) => typeof value[name] === 'function')
}

module.exports = { GuardedStore, StoreError }
