'use strict'

const { endOfTurn, wait } = require('../util/natives')
const { ignore, withCode } = require('../util/errors')
const { Call } = require('./call')
const { FragmentCache } = require('./fragment-cache')
const { FragmentStore } = require('./fragment-store')
const { stateOf } = require('./freshness')
const { Invalidations } = require('./invalidations')
const { Load } = require('./load')
const { Pauses } = require('./pauses')
const { warnIfPrinted } = require('./warn-if-printed')

/**
 * Entries in use are compared in sweeps: those that are 'due', once the first of them is so old that the answer comes
 * within its second. Commands per second for 100, 1,000 and 5,000 hot entries: 1, 3, 13 (bench/fleet.js of 1.0.0 with
 * `--only traffic`).
 */
const SWEEP = 750

/** Entries that are compared in one turn of the event loop. */
const MOST_COMPARED = 500

/** The cached fragments of a renderer. */
class Fragments {
  /**
   * @param {object} options the option `fragments`, its `size` in bytes; `isCached` is false in development: each
   *   call loads
   *
   * @typedef {import('./fragment-entry').FragmentEntry} FragmentEntry
   *
   * @typedef {{ key: string, tags: string[], began: number, result: Promise<object> }} Lookup
   */
  constructor ({ isCached, size, store, version }) {
    this.isCached = isCached
    /** The names of all definitions. @type {Set<string>} */
    this.names = new Set()
    this.cache = new FragmentCache(size)
    this.store = store === undefined ? undefined : new FragmentStore(store, version)
    this.breaker = this.store?.breaker
    /** Key → the load that calls join. @type {Map<string, Load>} */
    this.loads = new Map()
    /** Key → the lookup that calls join. @type {Map<string, Lookup>} */
    this.lookups = new Map()
    this.invalidations = new Invalidations()
    this.pauses = new Pauses(size, this.invalidations)
    /** The entries to compare in the next sweep, each with a call of it. @type {Map<FragmentEntry, Call>} */
    this.due = new Map()
    this.isSweeping = false
    this.counts = { process: 0, store: 0, misses: 0, loads: 0, waits: 0, stale: 0, failures: 0 }
  }

  /** Whether there is no store, or it is away. */
  get isWithoutStore () {
    return this.breaker?.isAway ?? true
  }

  /** Gives the function of `Renderer.cached`. @throws {Error} if there is a definition of this name */
  define (definition) {
    const { name } = definition
    if (this.names.has(name)) {
      const message = `There is a cached fragment "${name}" already. Give each a name of its own`
      throw withCode('BUFFERED_RENDER_FRAGMENT', new Error(message))
    }
    this.names.add(name)
    const fragment = (...args) => {
      try {
        return this.get(definition, args, definition.keyOf(args))
      } catch (error) {
        return handled(Promise.reject(error))
      }
    }
    fragment.invalidate = (...args) => this.invalidate(() => definition.keyOf(args))
    return fragment
  }

  get (definition, args, key) {
    if (!this.isCached) return handled(warnIfPrinted(this.loadUncached(definition, args, key), definition.name))
    const entry = this.cache.get(key)
    const state = entry === undefined ? 'gone' : stateOf(entry, performance.now(), this.breaker)
    if (state === 'due') this.compareSoon(entry, definition, args)
    else if (state !== 'fresh') {
      return handled(warnIfPrinted(new Call(this, definition, args, key).pagePromise(), definition.name))
    }
    this.counts.process++
    Load.current?.addPart(entry)
    return entry.page
  }

  /** Loads a fragment that is not kept. */
  async loadUncached (definition, args, key) {
    const call = new Call(this, definition, args, key)
    const load = new Load(call, { tokens: new Map(), comparedAt: performance.now() }, Load.current)
    const { page } = await load.callLoader()
    return page
  }

  /** Has calls of its key join a load or a lookup. @returns {Promise<unknown>} its result */
  share (joined, item, run) {
    joined.set(item.key, item)
    item.result = run().finally(() => {
      if (joined.get(item.key) === item) joined.delete(item.key)
    })
    return handled(item.result)
  }

  /** @returns {Load | Lookup | undefined} one to join: not one that began before an invalidation of its tags */
  joinable (joined, key) {
    const item = joined.get(key)
    return item === undefined || this.invalidations.isAfter(item.began, item.tags) ? undefined : item
  }

  /** Has an entry in use compared in the next sweep, so that its later calls do not wait. */
  compareSoon (entry, definition, args) {
    if (this.due.has(entry)) return
    this.due.set(entry, new Call(this, definition, args, entry.key))
    if (!this.isSweeping) definition.inContext(() => this.sweep())
  }

  /** Has the due entries compared, a batch in each turn of the event loop, until no entry is due. */
  async sweep () {
    this.isSweeping = true
    while (this.due.size > 0) {
      const [{ confirmedAt }] = this.due.keys()
      await wait(Math.max(0, confirmedAt + SWEEP - performance.now()), undefined, { ref: false })
      const due = [...this.due]
      const batches = []
      for (let start = 0; start < due.length; start += MOST_COMPARED) {
        batches.push(this.compare(due.slice(start, start + MOST_COMPARED)))
        await endOfTurn()
      }
      await Promise.all(batches)
    }
    this.isSweeping = false
  }

  /** Compares entries in the background. What has changed is looked up, or loaded. */
  async compare (batch) {
    const comparedAt = performance.now()
    // After an error, calls compare these entries when their second is over.
    const confirmed = await this.store.confirm(batch.map(([entry]) => entry)).catch(() => undefined)
    for (const [entry, call] of batch) {
      this.due.delete(entry)
      if (confirmed === undefined || entry.cache === undefined) continue
      if (confirmed.has(entry)) entry.confirm(comparedAt, true, call.definition.ttl)
      else handled(call.definition.inContext(() => call.entry()))
    }
  }

  /**
   * @param {() => string} tagOf gives a tag of fragments, or the key of one: what has it becomes invalid everywhere
   * @returns {Promise<void>} rejected if the store does not take it at once. The store gets it later, so a promise that
   *   nobody waits for does not end the process; an error of the tag does
   */
  invalidate (tagOf) {
    try {
      return handled(this.replaceToken(tagOf()))
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** A lookup that begins now may read the token before the store has the new one: its result is old then. */
  async replaceToken (tag) {
    this.deleteTagged(tag)
    await this.store?.replaceToken(tag, () => this.deleteTagged(tag))
  }

  /** Deletes the entries that have a tag. Loads and lookups under way are repeated if their result has it. */
  deleteTagged (tag) {
    this.cache.deleteTagged(tag)
    this.invalidations.add(tag)
  }

  /** Deletes all entries of this process, and those that are being looked up or loaded. */
  clear () {
    this.cache.clear()
    this.invalidations.addAll()
    this.lookups.clear()
    this.loads.clear()
  }

  stats () {
    const { process, store, ...counts } = this.counts
    const { evictions, entries, bytes } = this.cache.stats()
    const breaker = this.breaker && (this.breaker.isAway ? 'open' : 'closed')
    return { hits: { process, store }, ...counts, evictions, entries, bytes, breaker, latency: this.breaker?.latency }
  }
}

/** @returns {Promise} the same promise, whose rejection is handled if nobody waits for it */
function handled (promise) {
  promise.catch(ignore)
  return promise
}

module.exports = { Fragments }
