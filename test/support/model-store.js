'use strict'

const { setTimeout } = require('node:timers/promises')

/** Milliseconds after which a late operation takes place. */
const LATE = 400

/** What the stores of several processes share, in memory. */
class ModelStore {
  #items = new Map()

  get (key) {
    const item = this.#items.get(key)
    return item !== undefined && item.until > performance.now() ? item.value : undefined
  }

  set (key, value, ttl) {
    this.#items.set(key, { value, until: performance.now() + ttl })
    return true
  }

  add (key, value, ttl) {
    return this.get(key) === undefined && this.set(key, value, ttl)
  }

  delete (key) {
    return this.#items.delete(key)
  }

  /** Loses one of its keys, as a store that is full. */
  evict (share) {
    const keys = [...this.#items.keys()]
    this.#items.delete(keys[Math.floor(share * keys.length)])
  }
}

/** The way of one process to the store, which fails for a while if it is told to. */
class ModelConnection {
  #shared
  #until = -Infinity
  #how

  /** @param {ModelStore} shared */
  constructor (shared) {
    this.#shared = shared
  }

  /** @param {'rejects' | 'hangs' | 'is late'} how */
  fail (how, ms) {
    this.#how = how
    this.#until = performance.now() + ms
    return this.#until
  }

  get (key) { return this.#run(() => this.#shared.get(key)) }
  set (key, value, ttl) { return this.#run(() => this.#shared.set(key, value, ttl)) }
  add (key, value, ttl) { return this.#run(() => this.#shared.add(key, value, ttl)) }
  delete (key) { return this.#run(() => this.#shared.delete(key)) }

  async #run (operation) {
    if (performance.now() < this.#until) {
      if (this.#how === 'rejects') throw new Error('broken')
      // As if the process had lost the answer, or the question.
      if (this.#how === 'hangs') return new Promise(() => {})
      await setTimeout(LATE)
    }
    // Operations of several processes take place in any order.
    await setTimeout(Math.random() * 3)
    const result = operation()
    await setTimeout(Math.random() * 3)
    return result
  }
}

/** @returns {object} a store for one process, which does some operations in a way of its own */
const storeOver = (shared, own) => ({
  get: async (key) => shared.get(key),
  set: async (...args) => shared.set(...args),
  add: async (...args) => shared.add(...args),
  delete: async (key) => shared.delete(key),
  ...own
})

/** @returns {object} a store whose operations a function performs, by their names: without `add` unless that is named */
const storeBy = (perform, names = ['get', 'set', 'delete']) =>
  Object.fromEntries(names.map((name) => [name, async (...args) => perform(name, ...args)]))

module.exports = { LATE, ModelConnection, ModelStore, storeBy, storeOver }
