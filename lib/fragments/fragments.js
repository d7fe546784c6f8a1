'use strict'

const { channel } = require('node:diagnostics_channel')
const { setTimeout } = require('node:timers/promises')
const { describeType } = require('../describe-type')
const { tagOf } = require('./definition')
const { Entry } = require('./entry')
const { FragmentCache } = require('./fragment-cache')
const { FragmentStore, createId } = require('./fragment-store')
const { StoreError } = require('./guarded-store')
const { Load } = require('./load')
const { addTokens, areKnown, haveTagOf } = require('./tokens')

/** Milliseconds for which a comparison with the store holds. */
const SECOND = 1000

/** Loads of a fragment for one call, if invalidations overtake them. */
const MOST_LOADS = 3

/** Milliseconds between two looks at the store while another process loads. */
const SHORTEST_PAUSE = 25
const LONGEST_PAUSE = 250

/** Publishes what is not found in this process: `{ name, args, outcome, duration, error }`. */
const outcomes = channel('buffered-render:fragment')

/** The cached fragments of a renderer. */
class Fragments {
  /**
   * @param {object} options
   * @param {boolean} options.isKept false in development: each call loads
   * @param {number} options.size of the fragments in this process, in bytes
   * @param {import('./guarded-store').Store} [options.store] shared by several processes
   * @param {string} [options.version] of the app, with a store
   */
  constructor ({ isKept, size, store, version }) {
    this.isKept = isKept
    /** The names of all definitions. @type {Set<string>} */
    this.names = new Set()
    this.cache = new FragmentCache(size)
    this.store = store === undefined ? undefined : new FragmentStore(store, version)
    /** Key → the load under way. @type {Map<string, Load>} */
    this.loads = new Map()
    /** Key → the running lookup: its result, and the tags invalidated since it began. @type {Map<string, { result: Promise<object>, invalidated: Set<string> }>} */
    this.lookups = new Map()
    this.counts = { process: 0, store: 0, misses: 0, loads: 0, waits: 0, stale: 0, failures: 0 }
  }

  /**
   * @param {import('./definition').Definition} definition
   * @returns {Function} see `Renderer.cached`
   * @throws {Error} if there is a definition of this name
   */
  define (definition) {
    const { name } = definition
    if (this.names.has(name)) throw new Error(`There is a cached fragment "${name}" already. Give each a name of its own`)
    this.names.add(name)
    const fragment = (...args) => this.isKept ? this.get(definition, args) : quiet(this.loadAlone(definition, args))
    fragment.invalidate = async (...args) => this.invalidate(definition.keyOf(args))
    return fragment
  }

  /** Loads a fragment that is not kept. */
  async loadAlone (definition, args) {
    const load = new Load(definition.keyOf(args), [], Load.current)
    const { rendered } = await this.run(definition, args, load, { tokens: new Map(), comparedAt: performance.now() })
    return rendered
  }

  /**
   * @param {import('./definition').Definition} definition
   * @param {unknown[]} args
   * @returns {import('../page/rendered').Rendered | Promise<import('../page/rendered').Rendered>}
   */
  get (definition, args) {
    const key = definition.keyOf(args)
    const entry = this.cache.get(key)
    if (entry === undefined || !this.isHit(entry)) return quiet(this.obtain(definition, args, key))

    this.counts.process++
    if (this.needsComparison(entry)) quiet(definition.run(() => this.entryOf(definition, args, key)))
    Load.current?.take(entry)
    return entry.rendered
  }

  /** @returns {boolean} whether the entry can be served at once */
  isHit ({ isFresh, confirmedAt, freshUntil }) {
    const now = performance.now()
    if (this.isAlone) return now < freshUntil
    return isFresh && now < freshUntil && now - confirmedAt < SECOND && confirmedAt > this.store.guarded.returnedAt
  }

  /** Whether there is no store, or it is away. */
  get isAlone () {
    return this.store === undefined || this.store.isAway
  }

  /** @returns {boolean} whether to compare an entry in the background, so that its next call does not wait */
  needsComparison ({ key, confirmedAt }) {
    return !this.isAlone && performance.now() - confirmedAt > SECOND / 2 && !this.lookups.has(key)
  }

  /**
   * Looks a fragment up, or loads it.
   *
   * A caller gets an entry only if its tokens were compared with the store's no more than a second before the call
   * began, and before the load ended. Otherwise they are compared now.
   */
  async obtain (definition, args, key) {
    const parent = Load.current
    const start = performance.now()
    for (let loads = 1; ; loads++) {
      const entry = await this.entryOf(definition, args, key, parent)
      if (loads === MOST_LOADS || this.isConfirmed(entry, start)) {
        parent?.take(entry)
        return entry.rendered
      }
    }
  }

  isConfirmed ({ confirmedAt, tokens }, start) {
    if (this.isAlone || !areKnown(tokens)) return confirmedAt > -Infinity
    return confirmedAt >= start - SECOND
  }

  /**
   * @param {Load} [parent] the load that waits for the fragment
   * @returns {Promise<Entry>}
   */
  async entryOf (definition, args, key, parent) {
    const known = this.cache.get(key)
    if (known !== undefined && this.isStaleHit(known)) return this.serveStale(known, definition, args)

    let load = this.loads.get(key)
    if (load === undefined || known !== undefined) {
      const { entry, ...origin } = await this.lookUp(definition, args, key)
      if (entry?.isFresh) return entry
      load = this.loads.get(key)
      if (load === undefined) {
        this.counts.misses++
        load = this.startLoad(definition, args, key, origin)
      } else this.counts.waits++
      if (entry !== undefined) return this.serveStale(entry, definition, args)
    } else this.counts.waits++
    return parent === undefined ? load.entry : parent.wait(load)
  }

  /** @returns {boolean} whether a stale entry was compared with the store within a second, when its load began */
  isStaleHit ({ isFresh, confirmedAt }) {
    return !this.isAlone && !isFresh && performance.now() - confirmedAt < SECOND && confirmedAt > this.store.guarded.returnedAt
  }

  serveStale (entry, definition, args) {
    this.counts.stale++
    publish(definition, args, 'stale')
    return entry
  }

  /** Calls at the same time share one lookup. @returns {Promise<Origin & { entry?: Entry }>} */
  lookUp (definition, args, key) {
    const shared = this.lookups.get(key)
    if (shared !== undefined) return shared.result
    const invalidated = new Set()
    const result = this.find(definition, args, key, invalidated).finally(() => {
      if (this.lookups.get(key)?.invalidated === invalidated) this.lookups.delete(key)
    })
    this.lookups.set(key, { result, invalidated })
    return result
  }

  /**
   * @param {Set<string>} invalidated the tags that this process invalidates meanwhile
   * @returns {Promise<Origin & { entry?: Entry }>} the entry, if it is fresh or stale; else what a load needs
   *
   * @typedef {object} Origin
   * @property {import('./tokens').Tokens} tokens
   * @property {number} comparedAt
   * @property {boolean} [isAlone] whether the store was not there, or has failed
   */
  async find (definition, args, key, invalidated) {
    const known = this.cache.get(key)
    const tags = definition.tagsOf(key, args)
    if (this.isAlone) return findAlone(tags, known)
    try {
      const { value, ...found } = await this.store.find(key, tags, known)
      if (value === undefined) this.cache.delete(key, known)
      return { ...found, entry: value && this.accept(value, found, definition, args, key, invalidated) }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      // An entry that was not compared is served only while the store is away.
      return findAlone(tags, this.isAlone ? this.cache.get(key) : undefined)
    }
  }

  /** @returns {Entry} the entry of a valid value of the store */
  accept (value, { isFresh, comparedAt }, definition, args, key, invalidated) {
    let entry = value
    if (!(value instanceof Entry)) {
      this.counts.store++
      publish(definition, args, 'store')
      entry = new Entry(value.bytes, { ...value, name: definition.name, key, isFresh, confirmedAt: comparedAt }, definition.lifetime(isFresh))
    }
    const isOvertaken = haveTagOf(entry.tokens, invalidated)
    entry.isFresh = isFresh
    entry.confirmedAt = isOvertaken ? -Infinity : Math.max(entry.confirmedAt, comparedAt)
    // The marker may outlive this process's own time by a tenth: do not ask for it at each call.
    if (isFresh) entry.freshUntil = Math.max(entry.freshUntil, comparedAt + Math.min(definition.ttl, SECOND))
    if (!isOvertaken && entry.cache === undefined) this.cache.add(entry)
    return entry
  }

  /** @returns {Load} */
  startLoad (definition, args, key, origin) {
    const load = new Load(key, [...origin.tokens.keys()])
    this.loads.set(key, load)
    load.entry = definition.run(() => this.load(definition, args, load, origin)).finally(() => {
      if (this.loads.get(key) === load) this.loads.delete(key)
    })
    quiet(load.entry)
    return load
  }

  /** @returns {Promise<Entry>} the loaded entry, or that of another process */
  async load (definition, args, load, origin) {
    const { entry, lock, ...prepared } = await this.prepare(definition, args, load, origin)
    if (entry !== undefined) return entry
    try {
      const loaded = await this.run(definition, args, load, prepared)
      if (!haveTagOf(loaded.tokens, load.invalidated)) await this.keep(loaded, definition)
      return loaded
    } finally {
      if (lock !== undefined) this.store.unlock(lock)
    }
  }

  /**
   * Reads the tokens before a load, and takes the lock, or waits for the process that has it.
   *
   * @returns {Promise<Origin & { entry?: Entry, lock?: string }>}
   */
  async prepare (definition, args, load, origin) {
    if (this.isAlone || origin.isAlone) return origin
    try {
      return await this.lock(definition, args, load, origin)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      return { tokens: withoutTokens(origin.tokens.keys()), comparedAt: origin.comparedAt }
    }
  }

  async lock (definition, args, load, origin) {
    const life = definition.ttl + definition.stale
    const until = performance.now() + definition.loadTimeout
    let { tokens, comparedAt } = origin
    for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      tokens = await this.store.createTokens(tokens, life)
      if (!this.store.canLock || performance.now() > until) return { tokens, comparedAt }
      const lock = await this.store.lock(load.key, tokens, definition.loadTimeout)
      if (lock !== undefined) return this.findLocked(definition, args, load, lock)

      await setTimeout(pause)
      const found = await this.find(definition, args, load.key, load.invalidated)
      if (found.entry !== undefined) return found
      tokens = found.tokens
      comparedAt = found.comparedAt
    }
  }

  /** Looks once more, now that this process has the lock: another one may have loaded the fragment before. */
  async findLocked (definition, args, load, lock) {
    try {
      const { entry, tokens, comparedAt } = await this.find(definition, args, load.key, load.invalidated)
      if (!entry?.isFresh) return { tokens: await this.store.createTokens(tokens, definition.ttl + definition.stale), comparedAt, lock }
      this.store.unlock(lock)
      return { entry, tokens, comparedAt }
    } catch (error) {
      this.store.unlock(lock)
      throw error
    }
  }

  /** @returns {Promise<Entry>} */
  async run (definition, args, load, { tokens, comparedAt }) {
    const start = performance.now()
    this.counts.loads++
    let bytes
    try {
      bytes = await load.run(definition, args)
    } catch (error) {
      this.counts.failures++
      publish(definition, args, 'failure', { duration: performance.now() - start, error })
      throw error
    }
    const end = performance.now()
    publish(definition, args, 'load', { duration: end - start })

    const all = new Map(tokens)
    addTokens(all, load.tokens)
    const confirmedAt = Math.min(comparedAt, load.confirmedAt)
    const isOvertaken = haveTagOf(all, load.invalidated) || (!this.isAlone && end - confirmedAt > SECOND)
    return new Entry(bytes, {
      name: definition.name,
      key: load.key,
      generation: createId(),
      tokens: all,
      isFresh: load.isFresh,
      confirmedAt: isOvertaken ? -Infinity : confirmedAt
    }, definition.lifetime(load.isFresh))
  }

  /** Keeps a loaded entry in this process, and in the store if its tokens are known. */
  async keep (entry, { ttl, stale }) {
    this.cache.add(entry)
    if (this.isAlone || !areKnown(entry.tokens)) return
    try {
      await this.store.write(entry, entry.freshUntil - performance.now(), ttl + stale)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
    }
  }

  /**
   * @param {unknown} tag see `Renderer.invalidate`
   * @throws {TypeError} if it is no string, or is empty
   */
  async invalidateTag (tag) {
    if (typeof tag !== 'string' || tag === '') throw new TypeError(`invalidate() expects a tag, got ${describeType(tag)}`)
    await this.invalidate(tagOf(tag))
  }

  /**
   * Makes all fragments that have the tag invalid, in this process and, with a store, in all.
   *
   * @param {string} tag a tag of fragments, or the key of one
   * @throws {StoreError} if the store does not take it. It is repeated in the background until the store does
   */
  async invalidate (tag) {
    this.drop(tag)
    if (this.store === undefined) return
    try {
      await this.store.replaceToken(tag)
    } finally {
      // A call may have found the old fragment meanwhile.
      this.drop(tag)
    }
  }

  /** Drops the entries of a tag. A running load or lookup is repeated if its result, or a part of that, turns out to have the tag. */
  drop (tag) {
    this.cache.deleteTagged(tag)
    for (const { invalidated } of this.lookups.values()) invalidated.add(tag)
    this.lookups.clear()
    for (const [key, load] of this.loads) {
      load.invalidated.add(tag)
      // The next call need not wait for it.
      if (load.tags.includes(tag)) this.loads.delete(key)
    }
  }

  /** Drops all entries of this process, and those that are being loaded. */
  clear () {
    this.cache.clear()
    for (const key of this.loads.keys()) this.drop(key)
  }

  /** @returns {FragmentStats} see `types/index.d.ts` */
  stats () {
    const { process, store, ...counts } = this.counts
    const { evictions, entries } = this.cache
    return {
      hits: { process, store },
      ...counts,
      evictions,
      entries: entries.size,
      bytes: entries.calculatedSize,
      breaker: this.store && (this.store.isAway ? 'open' : 'closed')
    }
  }
}

/** @returns {Origin & { entry?: Entry }} what a process finds without the store, by its own clock */
function findAlone (tags, known) {
  const now = performance.now()
  const entry = known !== undefined && now < known.staleUntil ? known : undefined
  if (entry !== undefined) entry.isFresh = now < entry.freshUntil
  return { entry, tokens: withoutTokens(tags), comparedAt: now, isAlone: true }
}

/** @returns {Promise} the same promise, whose rejection is handled if nobody waits for it */
function quiet (promise) {
  promise.catch(() => {})
  return promise
}

function withoutTokens (tags) {
  return new Map(Array.from(tags, (tag) => [tag, undefined]))
}

function publish ({ name }, args, outcome, details) {
  if (outcomes.hasSubscribers) outcomes.publish({ name, args, outcome, ...details })
}

module.exports = { Fragments }
