'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { describeType, withCode } = require('../util/errors')
const { wait, withinTime } = require('../util/natives')
const { reads } = require('../page/pending-rendered')
const { inSeparateMemory } = require('../page/separate-memory')
const { Rendered } = require('../page/rendered')
const { StoreError } = require('./breaker')
const { FragmentEntry } = require('./fragment-entry')
const { FragmentLock } = require('./fragment-lock')
const { createId } = require('./fragment-store')
const { SECOND } = require('./freshness')
const { addTokens, areKnown, withoutTokens } = require('./tokens')

/** Milliseconds between two looks at the store while another process loads. */
const SHORTEST_PAUSE = 25
const LONGEST_PAUSE = 250

/** The load whose function runs. @type {AsyncLocalStorage<Load>} */
const currentLoad = new AsyncLocalStorage()

/** A load under way. It collects what the fragment is made of. */
class Load {
  /**
   * @param {Load} [parent] the load that this one is a part of, if it belongs to no other
   * @throws {Error} if it is among its parents
   */
  constructor (call, found, parent) {
    for (let load = parent; load !== undefined; load = load.parent) {
      if (load.key === call.key) throw cycle(load, parent)
    }
    this.call = call
    this.key = call.key
    this.found = found
    this.parent = parent
    this.tags = [...found.tokens.keys()]
    /** The number of `Invalidations` at which it began. */
    this.began = call.fragments.invalidations.number
    // What is known of the parts: tokens, whether none is stale, the oldest comparison, why one is not in the store.
    this.tokens = new Map()
    this.isFresh = true
    this.confirmedAt = Infinity
    this.refusal = undefined
    /** The loads of parts that this one waits for. @type {Set<Load>} */
    this.awaited = new Set()
    this.lock = undefined
    this.result = undefined
  }

  /** The load that the current code runs in. @type {Load | undefined} */
  static get current () {
    return currentLoad.getStore()
  }

  /** Adds a part: a fragment that the function has got, or that its page contains. */
  addPart ({ key, tokens, isFresh, confirmedAt, refusal }) {
    addTokens(this.tokens, tokens)
    this.isFresh &&= isFresh
    this.confirmedAt = Math.min(this.confirmedAt, confirmedAt)
    if (refusal !== undefined) this.refusal = `it has not taken the part ${key}`
  }

  /** Waits for the load of a part. @throws {Error} if the part waits for this load */
  async waitFor (part) {
    if (part.waitsFor(this)) throw cycle(this, part)
    this.awaited.add(part)
    try {
      return await part.result
    } finally {
      this.awaited.delete(part)
    }
  }

  /** @returns {boolean} whether this load waits for another: each that it waits for is asked once */
  waitsFor (load) {
    const asked = new Set([this])
    for (const each of asked) {
      if (each === load) return true
      for (const part of each.awaited) asked.add(part)
    }
    return false
  }

  /** @returns {boolean} whether one of the tags has been invalidated since it began */
  isOld (tags) {
    return this.call.fragments.invalidations.isAfter(this.began, tags)
  }

  /** @returns {Promise<FragmentEntry>} the loaded fragment, or that of another process */
  async run () {
    const { cache } = this.call.fragments
    try {
      const found = await this.lockInStore()
      if (found !== undefined) return found
      const before = cache.get(this.key)
      const loaded = await this.callLoader()
      const other = await this.write(loaded)
      if (other !== undefined) return other
      // The store may have given another one meanwhile, whose load may have begun later.
      const shown = cache.get(this.key)
      if (shown !== undefined && shown.generation !== before?.generation) return shown
      if (!this.isOld(loaded.tokens.keys())) cache.add(loaded)
      return loaded
    } finally {
      this.unlock()
    }
  }

  /** Without the store, there are no tokens. @returns {Promise<FragmentEntry | undefined>} that of another process */
  async lockInStore () {
    if (this.call.fragments.isWithoutStore || this.found.isWithoutStore) return
    try {
      return await this.waitForLock()
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.unlock()
      this.found = { tokens: withoutTokens(this.tags), comparedAt: this.found.comparedAt }
    }
  }

  /** Reads the tokens, and takes the lock, or waits for the process that has it. */
  async waitForLock () {
    const { definition, fragments: { store } } = this.call
    const until = performance.now() + definition.loadTimeout
    for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      this.found = { ...this.found, tokens: await store.createTokens(this.found.tokens, definition) }
      if (this.lock !== undefined || !store.canAdd || performance.now() > until) return
      this.lock = await FragmentLock.take(store, this.key, this.found.tokens)
      if (this.lock === undefined) await wait(pause)
      // With the lock, too: another process may have loaded the fragment before.
      this.found = await this.call.readEntry(this.tags)
      const { entry } = this.found
      if (entry !== undefined && (entry.isFresh || this.lock === undefined)) return entry
    }
  }

  unlock () {
    this.lock?.giveBack(this.refusal !== undefined)
    this.lock = undefined
  }

  /** @returns {Promise<FragmentEntry>} what the definition's function gives, not yet written. @throws as `create` */
  async callLoader () {
    const { fragments, fragments: { counts, pauses } } = this.call
    const start = performance.now()
    counts.loads++
    let loaded
    try {
      loaded = await this.create()
    } catch (error) {
      counts.failures++
      if (!this.isOld(this.tags)) pauses.begin(this.key, error, this.tags)
      this.call.publish('failure', { duration: performance.now() - start, error })
      throw error
    }
    pauses.end(this.key)
    const end = performance.now()
    this.call.publish('load', { duration: end - start })
    if (!fragments.isWithoutStore && end - loaded.confirmedAt > SECOND) loaded.confirmedAt = -Infinity
    return loaded
  }

  /** Runs the definition's function in its async context. @throws {Error} if it fails, gives no page, takes too long */
  async create () {
    const { args, definition, definition: { loadTimeout } } = this.call
    const pending = []
    const load = () => currentLoad.run(this, async () => definition.load(...args))
    const start = () => definition.inContext(() => reads.run(pending, load))
    const late = `The fragment ${this.key} was not loaded within ${loadTimeout} ms, its loadTimeout`
    const page = await withinTime(start, loadTimeout, late, true).catch((error) => {
      for (const each of pending) each.abandon()
      throw error
    })
    if (!(page instanceof Rendered)) {
      throw withCode('BUFFERED_RENDER_FRAGMENT', new TypeError(`The fragment ${this.key} expects html\`…\`, ` +
        `a rendered view or html.raw(text) from its function, got ${describeType(page)}`))
    }
    for (const chunk of page.chunks) {
      if (chunk instanceof FragmentEntry) this.addPart(chunk)
    }
    const tokens = new Map(this.found.tokens)
    addTokens(tokens, this.tokens)
    const confirmedAt = Math.min(this.found.comparedAt, this.confirmedAt)
    const origin = { generation: createId(), tokens, isFresh: this.isFresh, began: this.began, confirmedAt }
    return FragmentEntry.create(inSeparateMemory(page.toBuffer()), this.call, origin)
  }

  /**
   * Writes a loaded fragment to the store if its tokens are known. Without a lock, the result of a load that took
   * longer than a `ttl` may be older than what another process has written meanwhile, although its marker is gone.
   *
   * @returns {Promise<FragmentEntry | undefined>} that of another process, which has loaded it at the same time
   */
  async write (loaded) {
    const { definition: { shortestTtl, ttl, stale }, fragments: { isWithoutStore, store } } = this.call
    const now = performance.now()
    if (isWithoutStore || !areKnown(loaded.tokens) || this.isOld(loaded.tokens.keys())) return
    if (!(this.lock?.until > now) && now - this.found.comparedAt > shortestTtl) return
    const { marker, unreadable } = this.found
    if (marker !== undefined && unreadable !== undefined) this.refusal ??= `what it has cannot be read. ${unreadable}`
    try {
      // What is made of a part that only this process has may be older than what another process shows.
      if (this.refusal === undefined) loaded.isStored = await store.write(loaded, ttl + stale, marker)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.refusal = error.cause?.message ?? error.message
    }
    if (this.refusal !== undefined) loaded.refusal = { reason: this.refusal, marker }
    if (loaded.isStored || loaded.refusal !== undefined) return
    const { entry } = await this.call.readEntry(this.tags)
    if (entry?.isFresh) return entry
  }
}

function cycle (load, part) {
  const parts = part.key === load.key ? 'itself' : `${part.key}, which contains ${load.key}`
  const message = `The fragment ${load.key} contains ${parts}: each would wait for the other`
  return withCode('BUFFERED_RENDER_FRAGMENT', new Error(message))
}

module.exports = { Load }
