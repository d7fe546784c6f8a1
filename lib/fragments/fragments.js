'use strict'

const { channel } = require('node:diagnostics_channel')
const { setImmediate, setTimeout } = require('node:timers/promises')
const { CachedFragment } = require('./cached-fragment')
const { Entry } = require('./entry')
const { FragmentCache } = require('./fragment-cache')
const { FragmentStore, createId } = require('./fragment-store')
const { StoreError } = require('./guarded-store')
const { Load } = require('./load')
const { Pauses } = require('./pauses')
const { addTokens, areKnown, haveTagOf } = require('./tokens')

/** Milliseconds for which a comparison with the store holds. */
const SECOND = 1000

/** Loads of a fragment for one call, if invalidations overtake them. */
const MOST_LOADS = 3

/**
 * Entries in use are compared in sweeps: those that are called so many milliseconds after their comparison or later, once
 * the first of them is so old that the answer comes within its second. Commands per second for 100, 1,000 and 5,000 hot
 * entries: 1, 3, 13 (bench/fleet.js of 1.0.0 with `--only traffic`).
 */
const DUE = 250
const SWEEP = 750

/** Entries that are compared in one turn of the event loop. */
const MOST_COMPARED = 500

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
    this.pauses = new Pauses()
    /** Key → the entry to compare in the next sweep. @type {Map<string, { entry: Entry, definition: import('./definition').Definition, args: unknown[] }>} */
    this.due = new Map()
    this.isSweeping = false
    this.counts = { process: 0, store: 0, misses: 0, loads: 0, waits: 0, stale: 0, failures: 0 }
  }

  /**
   * @returns {Function} see `Renderer.cached`
   * @throws {Error} if there is a definition of this name
   */
  define (definition) {
    const { name } = definition
    if (this.names.has(name)) throw new Error(`There is a cached fragment "${name}" already. Give each a name of its own`)
    this.names.add(name)
    const fragment = (...args) => {
      try {
        return this.get(definition, args, definition.keyOf(args))
      } catch (error) {
        return quiet(Promise.reject(error))
      }
    }
    fragment.invalidate = (...args) => this.invalidate(() => definition.keyOf(args))
    return fragment
  }

  /** Loads a fragment that is not kept. */
  async loadAlone (definition, args, key) {
    const load = new Load(key, [], Load.current)
    const { page } = await this.run(definition, args, load, { tokens: new Map(), comparedAt: performance.now() })
    return page
  }

  /** @returns {Promise<import('../page/rendered').Rendered>} */
  get (definition, args, key) {
    if (!this.isKept) return quiet(this.loadAlone(definition, args, key))
    const entry = this.cache.get(key)
    if (entry === undefined || !this.isHit(entry)) return quiet(this.obtain(definition, args, key))

    this.counts.process++
    this.compareSoon(entry, definition, args)
    Load.current?.take(entry)
    return entry.page
  }

  /** @returns {boolean} whether the entry can be served at once */
  isHit ({ isFresh, confirmedAt, freshUntil }) {
    const now = performance.now()
    if (this.isAlone) return now < freshUntil
    return isFresh && now < freshUntil && now - confirmedAt < SECOND && confirmedAt > this.store.guarded.returnedAt
  }

  /** Whether there is no store, or it is away. */
  get isAlone () {
    return this.store === undefined || this.store.guarded.isAway
  }

  /** Has an entry in use compared in the next sweep, so that its later calls do not wait. */
  compareSoon (entry, definition, args) {
    if (this.isAlone || performance.now() - entry.confirmedAt < DUE || this.due.has(entry.key)) return
    this.due.set(entry.key, { entry, definition, args })
    if (!this.isSweeping) definition.run(() => this.sweep())
  }

  /** Has the due entries compared, a batch in each turn of the event loop, until no entry is due. */
  async sweep () {
    this.isSweeping = true
    while (this.due.size > 0) {
      const [{ entry }] = this.due.values()
      await setTimeout(Math.max(0, entry.confirmedAt + SWEEP - performance.now()), undefined, { ref: false })
      const due = [...this.due.values()]
      const batches = []
      for (let start = 0; start < due.length; start += MOST_COMPARED) {
        batches.push(this.compare(due.slice(start, start + MOST_COMPARED)))
        await setImmediate()
      }
      await Promise.all(batches)
    }
    this.isSweeping = false
  }

  /** Compares entries in the background. What has changed is looked up, or loaded. */
  async compare (batch) {
    const comparedAt = performance.now()
    // After an error, calls compare these entries when their second is over.
    const confirmed = await this.store.confirm(batch.map(({ entry }) => entry)).catch(() => undefined)
    for (const { entry, definition, args } of batch) {
      this.due.delete(entry.key)
      if (confirmed === undefined || entry.cache === undefined) continue
      if (confirmed.has(entry)) this.accept(entry, { isFresh: true, comparedAt }, definition, args, entry.key, new Set())
      else quiet(definition.run(() => this.entryOf(definition, args, entry.key)))
    }
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
        return entry.page
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
      const pause = this.pauses.of(key)
      if (load !== undefined) this.counts.waits++
      else if (pause === undefined) {
        this.counts.misses++
        load = this.startLoad(definition, args, key, origin)
      }
      if (entry !== undefined) return this.serveStale(entry, definition, args)
      if (load === undefined) throw pause.error
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
   * @property {string} [marker] the generation that was fresh in the store
   * @property {boolean} [isAlone] whether the store was not there, or has failed
   */
  async find (definition, args, key, invalidated) {
    const known = this.cache.get(key)
    const tags = definition.tagsOf(key, args)
    if (this.isAlone) return findAlone(tags, known)
    try {
      const { value, ...found } = await this.store.find(key, tags, known)
      if (value === undefined && !found.isOlder && known?.cache !== undefined) this.cache.delete(key)
      if (value !== undefined && value !== known) value.fragment = await CachedFragment.create(value.bytes, definition.name)
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
      entry = new Entry(value.fragment, { ...value, key, isFresh, confirmedAt: comparedAt }, definition.lifetime(isFresh))
      entry.isStored = true
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
    const before = this.cache.get(load.key)
    try {
      const loaded = await this.run(definition, args, load, prepared)
      const other = await this.share(loaded, definition, args, load, { ...prepared, isLocked: lock?.until > performance.now() })
      if (other !== undefined) return other
      // The store may have given another one meanwhile, whose load may have begun later.
      const shown = this.cache.get(load.key)
      if (shown !== undefined && shown.generation !== before?.generation) return shown
      if (!haveTagOf(loaded.tokens, load.invalidated)) this.cache.add(loaded)
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
    const until = performance.now() + definition.loadTimeout
    let { tokens, comparedAt, marker } = origin
    for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      tokens = await this.store.createTokens(tokens, definition)
      if (!this.store.guarded.canAdd || performance.now() > until) return { tokens, comparedAt, marker }
      const lock = await this.store.lock(load.key, tokens)
      if (lock !== undefined) return this.findLocked(definition, args, load, lock)

      await setTimeout(pause)
      const found = await this.find(definition, args, load.key, load.invalidated)
      if (found.entry !== undefined) return found
      ;({ tokens, comparedAt, marker } = found)
    }
  }

  /** Looks once more, now that this process has the lock: another one may have loaded the fragment before. */
  async findLocked (definition, args, load, lock) {
    try {
      const { entry, tokens, comparedAt, marker } = await this.find(definition, args, load.key, load.invalidated)
      if (!entry?.isFresh) return { tokens: await this.store.createTokens(tokens, definition), comparedAt, marker, lock }
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
    let fragment
    try {
      fragment = await load.run(definition, args)
    } catch (error) {
      this.counts.failures++
      if (!haveTagOf(new Set(load.tags), load.invalidated)) this.pauses.begin(load.key, error, load.tags)
      publish(definition, args, 'failure', { duration: performance.now() - start, error })
      throw error
    }
    this.pauses.end(load.key)
    const end = performance.now()
    publish(definition, args, 'load', { duration: end - start })

    const all = new Map(tokens)
    addTokens(all, load.tokens)
    const confirmedAt = Math.min(comparedAt, load.confirmedAt)
    const isOvertaken = haveTagOf(all, load.invalidated) || (!this.isAlone && end - confirmedAt > SECOND)
    return new Entry(fragment, {
      key: load.key,
      generation: createId(),
      tokens: all,
      isFresh: load.isFresh,
      confirmedAt: isOvertaken ? -Infinity : confirmedAt
    }, definition.lifetime(load.isFresh))
  }

  /**
   * Writes a loaded entry to the store if its tokens are known. Without a lock, what took longer than a `ttl` may be older
   * than what another process has written meanwhile, although its marker is gone.
   *
   * @returns {Promise<Entry | undefined>} that of another process, which has loaded the fragment at the same time
   */
  async share (entry, definition, args, load, { comparedAt, marker, isLocked }) {
    const { shortestTtl, ttl, stale } = definition
    const now = performance.now()
    if (this.isAlone || !areKnown(entry.tokens) || haveTagOf(entry.tokens, load.invalidated)) return
    if (!isLocked && now - comparedAt > shortestTtl) return
    try {
      entry.isStored = await this.store.write(entry, entry.freshUntil - now, ttl + stale, marker)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      return
    }
    if (entry.isStored) return
    const found = await this.find(definition, args, load.key, load.invalidated)
    if (found.entry?.isFresh) return found.entry
  }

  /**
   * Makes all fragments that have the tag invalid, in this process and, with a store, in all.
   *
   * @param {() => string} tagOf gives a tag of fragments, or the key of one
   * @returns {Promise<void>} rejected if the store does not take it at once: it gets it later, so if nobody waits for the
   *   promise, that does not end the process. An error of the tag does
   */
  invalidate (tagOf) {
    try {
      return quiet(this.replaceToken(tagOf()))
    } catch (error) {
      return Promise.reject(error)
    }
  }

  async replaceToken (tag) {
    this.drop(tag)
    try {
      await this.store?.replaceToken(tag)
    } finally {
      // A call may have found the old fragment meanwhile.
      this.drop(tag)
    }
  }

  /** Drops the entries of a tag. A running load or lookup is repeated if its result, or a part of that, turns out to have the tag. */
  drop (tag) {
    this.cache.deleteTagged(tag)
    this.pauses.endTagged(tag)
    for (const { invalidated } of this.lookups.values()) invalidated.add(tag)
    this.lookups.clear()
    for (const [key, load] of this.loads) {
      load.invalidated.add(tag)
      // The next call need not wait for it.
      if (load.tags.includes(tag)) this.loads.delete(key)
    }
  }

  /** Drops all entries of this process, and those that are being looked up or loaded. */
  clear () {
    this.cache.clear()
    this.pauses = new Pauses()
    for (const [key, { invalidated }] of [...this.lookups, ...this.loads]) invalidated.add(key)
    this.lookups.clear()
    this.loads.clear()
  }

  /** @returns {FragmentStats} see `types/index.d.ts` */
  stats () {
    const { process, store, ...counts } = this.counts
    const { evictions, entries, bytes } = this.cache.stats()
    return {
      hits: { process, store },
      ...counts,
      evictions,
      entries,
      bytes,
      breaker: this.store && (this.store.guarded.isAway ? 'open' : 'closed'),
      latency: this.store?.guarded.latency
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
