'use strict'

const { clearInterval, setInterval, wait } = require('../util/natives')
const { StoreError } = require('./breaker')
const { createId } = require('./fragment-store')
const { sha256Of } = require('./stored-value')

/** The life of a lock in milliseconds. Its owner renews it after half of that time. */
const LIFE = 2000

/** The owner after a load whose fragment the store has not taken. Others need not wait: there is nothing to share. */
const REFUSED = 'refused'

/** The lock of a load, which this process holds in the store. It saves loads, and guarantees nothing. */
class FragmentLock {
  constructor (store, name) {
    this.store = store
    this.name = name
    this.owner = createId()
    /** When it expires, at the earliest. */
    this.until = performance.now() + LIFE
    this.timer = undefined
  }

  /**
   * Takes the lock, and renews it until it is given back.
   *
   * @returns {Promise<FragmentLock | undefined>} undefined if another process has it; after a refusal, one that has
   *   expired
   */
  static async take (store, key, tokens) {
    const lock = new FragmentLock(store, `lock:${sha256Of(store.hashOf(key) + JSON.stringify([...tokens]))}`)
    try {
      if (!await store.run('add', lock.name, lock.owner, LIFE)) {
        if (await store.run('get', lock.name) !== REFUSED) return undefined
        lock.until = -Infinity
        return lock
      }
    } catch (error) {
      // The store may have set it after the deadline.
      lock.giveBack()
      throw error
    }
    lock.timer = setInterval(() => lock.ifOurs(() => lock.renew()), LIFE / 2).unref()
    return lock
  }

  async renew () {
    if (this.timer === undefined) return
    const until = performance.now() + LIFE
    await this.store.run('set', this.name, this.owner, LIFE)
    this.until = until
  }

  /**
   * Deletes it in the background. After a refusal, notes that instead, once a client that lost its connection over the
   * refused value has a new one.
   */
  async giveBack (isRefused) {
    const { name, store } = this
    clearInterval(this.timer)
    this.timer = undefined
    if (isRefused) await wait(LIFE / 16, undefined, { ref: false })
    this.ifOurs(() => isRefused ? store.run('set', name, REFUSED, LIFE) : store.run('delete', name))
  }

  /** Changes it, unless it has expired and another process may have it. If the store fails, it expires. */
  async ifOurs (change) {
    const start = performance.now()
    try {
      const isOurs = await this.store.run('get', this.name) === this.owner
      // A process that was stopped meanwhile may have lost it since.
      if (isOurs && performance.now() - start < LIFE / 2) await change()
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
  }
}

module.exports = { FragmentLock }
