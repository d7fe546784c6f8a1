'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { clearTimeout, setImmediate, setTimeout, wait } = require('../util/natives')

/** A timer that is late by more milliseconds than this shows that the event loop was blocked. */
const BLOCKED = 20

/** Failures in a row after which the store counts as away. */
const MOST_FAILURES = 3

/** Milliseconds between attempts to reach a store that has failed, and one that is away. */
const RETRY_PAUSE = 50
const PROBE_INTERVAL = 1000

/** Late answers in a row from a store that is away, one a second, after which it is reported. */
const MOST_LATE = 3

/**
 * Operations that are repeated at the same time. CPU ms of the longest turn of the event loop, when 20,000 and 100,000
 * invalidations reach a Redis that is back: 12 to 28, and 22 to 66; if all are repeated at once, none arrives within a
 * minute (bench/fleet.js of 1.0.0 with `--only queue`, Node 24).
 */
const BATCH = 256

class StoreError extends Error {
  code = 'BUFFERED_RENDER_STORE'
}

/** Runs operations of a store with a deadline. After failures in a row, it is open: operations fail at once. */
class Breaker {
  /**
   * @param {number} deadline the time for one answer, in milliseconds
   * @param {() => Promise<unknown>} tryOut rejects while the store does not work
   * @param {(latency: number) => void} reportLatency is called once, if the store is away because its answers are late
   */
  constructor (deadline, tryOut, reportLatency) {
    this.deadline = deadline
    this.tryOut = tryOut
    this.reportLatency = reportLatency
    /** Key → the operation that the store has yet to take. @type {Map<string, () => Promise<unknown>>} */
    this.retries = new Map()
    this.inContext = AsyncLocalStorage.snapshot()
    this.isProbing = false
    /** Whether the breaker is open. */
    this.isAway = false
    /** When the store was last away, by `performance.now()`. */
    this.returnedAt = -Infinity
    /** The milliseconds that the latest answer took, in time or not, and when it came. @type {number | undefined} */
    this.latency = undefined
    this.answeredAt = -Infinity
  }

  /** @throws {StoreError} if the operation fails, or the store is away */
  async run (operation) {
    if (this.isAway) throw new StoreError('The fragment store is away')
    try {
      return await operation()
    } catch (error) {
      this.probe()
      throw new StoreError(`The fragment store has failed: ${error?.message ?? error}`, { cause: error })
    }
  }

  /**
   * Runs an operation that changes a key. If it fails, it, or the next one for the key, is repeated in the background
   * until the store takes it, before a store that was away counts as back.
   *
   * @throws {StoreError} if the store does not take it at once; it may have taken it nevertheless
   */
  async retry (key, operation) {
    // One that has begun meanwhile, and may fail, is still to be done.
    this.retries.set(key, operation)
    await this.run(() => this.retryOne(key, operation))
  }

  /** After a failed operation, which a request has begun: tries the store in the context of the app. */
  probe () {
    if (this.isProbing) return
    this.isProbing = true
    this.inContext(() => this.tryUntilTaken())
  }

  /** Tries the store until it has taken all. If that keeps failing, it counts as away. */
  async tryUntilTaken () {
    let failures = 1
    let late = 0
    for (;;) {
      const start = performance.now()
      try {
        await this.tryOut()
        failures = 0
        while (this.retries.size > 0) await this.retryBatch()
        break
      } catch {
        failures++
      }
      this.isAway ||= failures >= MOST_FAILURES
      const isUndecided = failures > 1 && !this.isAway
      await wait(isUndecided ? RETRY_PAUSE : PROBE_INTERVAL, undefined, { ref: false })
      const isLate = failures > 1 && this.isAway && this.answeredAt > start && this.latency > this.deadline
      late = isLate ? late + 1 : 0
      if (late !== MOST_LATE) continue
      this.reportLatency?.(this.latency)
      this.reportLatency = undefined
    }
    this.isProbing = false
    if (!this.isAway) return
    this.isAway = false
    this.returnedAt = performance.now()
  }

  /** What is done stays done if another operation of the batch fails. */
  async retryBatch () {
    const batch = []
    for (const [key, operation] of this.retries) {
      if (batch.push(this.retryOne(key, operation)) === BATCH) break
    }
    await Promise.all(batch)
  }

  async retryOne (key, operation) {
    await operation()
    if (this.retries.get(key) === operation) this.retries.delete(key)
  }

  /**
   * Rejects if the answer does not come within the deadline. A late answer is no failure if the event loop was blocked,
   * not the store: it may be there when the loop runs again, or the command may not have been sent yet.
   */
  async inTime (answer) {
    const { deadline } = this
    const start = performance.now()
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
}

module.exports = { Breaker, StoreError }
